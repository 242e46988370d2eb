import type {
  CallKey,
  GroupScope,
  LearnedMark,
  NewestVersion,
  Repeats,
  ScopeKind,
  TeamEpochs,
} from '@memora/postgres';
import type { NewNote } from '@memora/vault';
import type { CaptureResult } from '../../memory.ts';

/** How a member writes. */
export interface WriteTeamOptions {
  /** Makes a repeated call one write. The same key with different content fails with `CALL_KEY_REUSED`. */
  readonly key?: string | undefined;
  /** Milliseconds to wait for the claims of the written version; 5,000 by default. */
  readonly deadline?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** @internal */
  readonly call?: CallKey | undefined;
}

/** The result of a write. It is in the database even if it is not indexed yet. */
export interface TeamWritten {
  /** As displayed: `@me/…` for the caller's own note, `@payments/…` for a group's. */
  readonly path: string;
  readonly version: number;
  /**
   * True if nothing was written: the same call was made before with its key, or an existing memory says the
   * same.
   */
  readonly isRepeated: boolean;
  /** True once this version is published; then `claimIds` are its claims. */
  readonly indexed: boolean;
  readonly claimIds: readonly string[];
  /** The epochs to wait for if it is not published yet: see `waitFor` of a question. */
  readonly waitFor: TeamEpochs;
}

/** A decision about claims. */
export interface TeamDecision {
  readonly verb: 'forget' | 'acknowledge' | 'resolve' | 'revalidate';
  /** A claim; for `acknowledge` and `resolve`, a contradiction. */
  readonly id: string;
  /** The claim to keep, for `resolve`. */
  readonly winner?: string | undefined;
  readonly reason: string;
}

/** The writes of a member. Each call makes a version, and never overwrites an unseen one. */
export interface TeamWriting {
  /** Writes a new note into the member's own scope, or into the workspace or a group if one is named and the role allows it. */
  readonly capture: (
    note: NewNote,
    asked?: WriteTeamOptions & { readonly scope?: 'user' | 'workspace' | GroupScope | undefined },
  ) => Promise<TeamWritten & Pick<CaptureResult, 'id' | 'hidden'>>;
  /** Replaces a note that still has this version; null deletes it. Throws `NOTE_CHANGED`. */
  readonly replaceNote: (
    path: string,
    text: string | null,
    version: number,
    asked?: WriteTeamOptions,
  ) => Promise<TeamWritten>;
  /**
   * Writes the note of an agent's memory at this version, or deletes it with null, together with an entry of
   * its scope's learning log. With `repeats`, nothing is written if a memory that the member's agents saved
   * just now says the same. Throws `NOTE_CHANGED`.
   */
  readonly keepMemory: (
    path: string,
    text: Uint8Array | null,
    version: number,
    learned: LearnedMark & { readonly operation: string },
    asked?: Omit<WriteTeamOptions, 'key' | 'call'> & { readonly repeats?: Repeats | undefined },
  ) => Promise<TeamWritten>;
  /** How many memories the member's agents saved, replaced or linked in a scope during the last hour. */
  readonly countRemembered: (scope: ScopeKind) => Promise<number>;
  /** The version that a write of this note has to name; null if there is none. */
  readonly versionOf: (path: string) => Promise<number | null>;
  /** True if the newest version of this note is not published yet. */
  readonly isBehind: (path: string) => Promise<boolean>;
  /**
   * The newest version of each of these notes, and its author. Missing notes and those of others are left
   * out.
   */
  readonly newestOf: (paths: Iterable<string>) => Promise<ReadonlyMap<string, NewestVersion>>;
  /** Copies one of the member's own notes to the workspace as a new note that names its origin. For writers. */
  readonly promote: (
    path: string,
    asked?: WriteTeamOptions & { readonly version?: number | undefined },
  ) => Promise<TeamWritten>;
}

/** Decides about claims, in the ledger of their scope. */
export type DecideTeam = (
  decision: TeamDecision,
  asked?: WriteTeamOptions & {
    /** Required if the claims are not the member's own. */
    readonly scope?: ScopeKind | undefined;
    readonly version?: number | undefined;
  },
) => Promise<TeamWritten>;
