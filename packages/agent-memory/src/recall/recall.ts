import type { Band, ClaimId, SpanLike } from '@memora/core';
import type { TurnRole } from '@memora/core/internal';
import type { ExternalMemory, ExternalProblem } from '../external/external-source.ts';
import type { MemoryKind, MemoryKindName } from '../note/memory-kind.ts';
import type { HeldReason, MemorySource } from '../note/memory-note.ts';

/**
 * Whether a memory is valid now. `over`: it was valid until an earlier time; `coming`: it will be valid from
 * a later time.
 */
export type MemoryStatus = 'current' | 'contested' | 'superseded' | 'stale' | 'held' | 'over' | 'coming';

/** The origin of a recalled line. */
export type RecalledFrom = 'you' | MemorySource | 'note' | TurnRole;

export interface RecallOptions {
  /** 5 by default if no token budget is given. */
  readonly limit?: number;
  /**
   * Returns as many lines as fit into this many tokens, by an estimate that errs upwards: the best matches first, then the rest of the memory while it fits. If
   * nothing matches the question, there are no items, and the nearest memories are returned separately within the same budget.
   */
  readonly tokens?: number;
  readonly kind?: MemoryKindName;
  readonly entity?: string;
  /** Returns what was valid on this date. */
  readonly asOf?: string;
  /** Also returns turns of conversations, after the memories; true by default. */
  readonly evidence?: boolean;
  /**
   * The order of the shown memories, which are always chosen by relevance. `off`: by relevance. `product`: by
   * relevance times salience. `blend`: by both, with a weight of one third for salience. The default had the
   * best results in the bench.
   */
  readonly order?: 'off' | 'blend' | 'product';
  /** Also queries external memories, whose lines are returned separately; true by default. They are queried only about the present. */
  readonly external?: boolean;
  readonly signal?: AbortSignal;
  /** Leaves out memories with a lower `score`; by default only the floor of the recall applies. */
  readonly minScore?: number;
}

/** One line of a recall. */
export interface RecalledMemory {
  /** Null for a turn of a conversation. */
  readonly memoryId: string | null;
  readonly claimId: ClaimId;
  readonly kind: MemoryKind | null;
  readonly line: string;
  readonly since: string | null;
  /** The end of its validity, if known. */
  readonly until: string | null;
  readonly status: MemoryStatus;
  readonly trust: number;
  readonly band: Band;
  /** The speaker according to the agent: `user`, `own_work`, `tool:<where>`. */
  readonly saidBy?: string;
  /** True if a person confirmed an agent's memory. */
  readonly isConfirmed?: boolean;
  /** True if the line was just re-read from its note and hashed. */
  readonly verified: boolean;
  readonly from: RecalledFrom;
  readonly notePath: string;
  readonly span: SpanLike;
  readonly score: number;
}

export interface Recall {
  /** True if no memory matches the question. */
  readonly isNothing: boolean;
  readonly items: readonly RecalledMemory[];
  /** If no memory matches and a token budget was given: the memories nearest to the question. At best they answer it in other words. */
  readonly nearest: readonly RecalledMemory[];
  readonly tokens: number;
  /** True if more was found than the limit allows. */
  readonly more: boolean;
  readonly degraded: boolean;
  readonly degradedReasons: readonly string[];
  /** What external memories say, the best of each first. `items` are the same without them. */
  readonly external: readonly ExternalMemory[];
  /** The external memories that returned nothing, and why. */
  readonly externalProblems: readonly ExternalProblem[];
}

/** The turn that a memory is based on, as currently in its note. */
export interface MemoryEvidence {
  readonly note: string;
  readonly turn: string;
  readonly role: TurnRole | 'unknown';
  readonly at: string | null;
  readonly quote: string;
  readonly before: string;
  readonly after: string;
  /** True if the note still contains the quote. */
  readonly intact: boolean;
}

/** A memory in full. */
export interface MemoryDetail {
  readonly memoryId: string;
  readonly kind: MemoryKind;
  readonly text: string;
  readonly path: string;
  readonly entity: string | null;
  readonly tags: readonly string[];
  readonly source: MemorySource;
  /** The speaker according to the agent: `user`, `own_work`, `tool:<where>`. */
  readonly saidBy?: string;
  readonly agent: string | null;
  readonly session: string | null;
  readonly created: string;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly status: MemoryStatus;
  readonly held: HeldReason | null;
  readonly trust: number;
  readonly band: Band;
  /** For a memory from another store: its id there, and its further fields. */
  readonly imported: {
    readonly id: string;
    readonly details: Readonly<Record<string, unknown>> | null;
  } | null;
  /** Words that the agent quoted and that are in no recorded turn; they prove nothing. */
  readonly quotedByAgent: string | null;
  readonly evidence: readonly MemoryEvidence[];
  readonly history: readonly {
    readonly at: string;
    readonly kind: string;
    readonly relatedId: string | null;
  }[];
  readonly supersedes: string | null;
  readonly supersededBy: readonly string[];
  /** Other memories that say the same. */
  readonly saidAgain: readonly string[];
}

/** Options for showing memories. */
export interface ShowOptions {
  /** True shows secret memories, to a person on this machine. */
  readonly reveal?: boolean;
  /** True omits a memory's evidence and the statements of other notes about it, which is faster for many memories. */
  readonly brief?: boolean;
}

export interface MemoryFilter {
  readonly kind?: MemoryKindName;
  readonly entity?: string;
  readonly tag?: string;
  readonly status?: MemoryStatus;
  readonly limit?: number;
  /** The `next` of the previous page: the id of its last memory. */
  readonly after?: string;
}

export interface MemoryPage {
  readonly memories: readonly MemoryDetail[];
  readonly next: string | null;
}

/** Figures about the memories of a vault. */
export interface MemoryStats {
  readonly memories: number;
  readonly held: number;
  readonly byKind: Readonly<Record<MemoryKind, number>>;
  readonly byCategory: Readonly<Record<string, number>>;
  readonly byStatus: Readonly<Record<MemoryStatus, number>>;
  readonly bytes: number;
  readonly oldest: string | null;
  readonly newest: string | null;
}
