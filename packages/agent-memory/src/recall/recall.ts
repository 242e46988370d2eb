import type { Band, ClaimId, SpanLike } from '@memora/core';
import type { TurnRole } from '@memora/core/internal';
import type { ExternalMemory, ExternalProblem } from '../external/external-source.ts';
import type { MemoryKind, MemoryKindName } from '../note/memory-kind.ts';
import type { HeldReason, MemorySource } from '../note/memory-note.ts';

/** Whether a memory holds now. `over`: it held until a time before; `coming`: it holds from a time to come. */
export type MemoryStatus = 'current' | 'contested' | 'superseded' | 'stale' | 'held' | 'over' | 'coming';

/** Who a recalled line comes from. */
export type RecalledFrom = 'you' | MemorySource | 'note' | TurnRole;

export interface RecallOptions {
  /** 5 by default, where no budget of tokens is given. */
  readonly limit?: number;
  /**
   * As many lines as fit into this many tokens, by an estimate that is rather too high: what fits the question best, and behind it the rest of the memory while it fits.
   * Where nothing is remembered of the question there are no items, and what is nearest to it stands apart, within the same tokens.
   */
  readonly tokens?: number;
  readonly kind?: MemoryKindName;
  readonly entity?: string;
  /** What held on this date. */
  readonly asOf?: string;
  /** Also turns of conversations, behind the memories; true by default. */
  readonly evidence?: boolean;
  /**
   * How what is shown is ordered; what is shown is always what fits the question best. `off`: by how well it fits. `product`: by that times its
   * salience. `blend`: by both, a third of it salience. The default is what the bench found best.
   */
  readonly order?: 'off' | 'blend' | 'product';
  /** Also the memories beside the vault, in a place of their own; true by default. They are asked about now alone. */
  readonly external?: boolean;
  readonly signal?: AbortSignal;
  /** Memories with a lower `score` are left out; by default the floor of the recall alone decides. */
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
  /** Until when it held or holds, where that is known. */
  readonly until: string | null;
  readonly status: MemoryStatus;
  readonly trust: number;
  readonly band: Band;
  /** Whose word it is by the agent's account: `user`, `own_work`, `tool:<where>`. */
  readonly saidBy?: string;
  /** True where a person confirmed what an agent wrote. */
  readonly isConfirmed?: boolean;
  /** True where the line was re-read from its note and hashed just now. */
  readonly verified: boolean;
  readonly from: RecalledFrom;
  readonly notePath: string;
  readonly span: SpanLike;
  readonly score: number;
}

export interface Recall {
  /** True where nothing is remembered of the question. */
  readonly isNothing: boolean;
  readonly items: readonly RecalledMemory[];
  /** Where nothing is remembered, and a budget of tokens was given: the memories nearest to the question. They answer it at most in other words. */
  readonly nearest: readonly RecalledMemory[];
  readonly tokens: number;
  /** True where more was found than the limit lets through. */
  readonly more: boolean;
  readonly degraded: boolean;
  readonly degradedReasons: readonly string[];
  /** What memories beside this one say, the best of each first. `items` are the same without them. */
  readonly external: readonly ExternalMemory[];
  /** Those of them that gave nothing, and why. */
  readonly externalProblems: readonly ExternalProblem[];
}

/** The turn that a memory rests on, as its note has it now. */
export interface MemoryEvidence {
  readonly note: string;
  readonly turn: string;
  readonly role: TurnRole | 'unknown';
  readonly at: string | null;
  readonly quote: string;
  readonly before: string;
  readonly after: string;
  /** True where the quote stands there now. */
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
  /** Whose word it is by the agent's account: `user`, `own_work`, `tool:<where>`. */
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
  /** Of what came from another store: what that calls it, and what else it says of it. */
  readonly imported: {
    readonly id: string;
    readonly details: Readonly<Record<string, unknown>> | null;
  } | null;
  /** Words that the agent quoted and no recorded turn holds: they prove nothing. */
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

/** Who is shown it. */
export interface ShowOptions {
  /** True shows secret memories as they are: to a person on this machine. */
  readonly reveal?: boolean;
  /** True leaves out what a memory rests on and what other notes say of it: what is asked about many is read faster. */
  readonly brief?: boolean;
}

export interface MemoryFilter {
  readonly kind?: MemoryKindName;
  readonly entity?: string;
  readonly tag?: string;
  readonly status?: MemoryStatus;
  readonly limit?: number;
  /** The `next` of the page before: the id of its last memory. */
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
