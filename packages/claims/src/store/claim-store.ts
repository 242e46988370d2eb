import type { Band, ClaimId } from '@memora/core';
import type { LedgerDecisions } from '../ledger/ledger-decisions.ts';
import type { AsOf, Claim, ClaimStatus } from '../model/claim.ts';
import type { DerivedPage, StoredPage } from '../model/derived-page.ts';
import type { Edge, EdgeType } from '../model/edge.ts';
import type { GraphReader } from '../model/graph-reader.ts';
import type { StalePath } from '../relate/provenance-graph.ts';
import type { IndexRun, IndexRunOptions } from './index-run.ts';
import type { Contradiction } from './review/read-contradictions.ts';

/** Selects claims to list. All conditions must hold. */
export interface ClaimFilter {
  readonly notePath?: string;
  readonly noteId?: string;
  /** Matches after normalisation and through the aliases of notes. */
  readonly subject?: string;
  readonly predicate?: string;
  readonly status?: ClaimStatus | readonly ClaimStatus[];
  /** The region itself and the regions below it. */
  readonly region?: string;
  readonly bands?: readonly Band[];
  /** By default: what Memora knows now, whatever its period (retired claims are left out). */
  readonly asOf?: AsOf;
  /** True leaves out the claims of archived notes. */
  readonly active?: boolean;
  /** False leaves out the claims of conversations. */
  readonly conversations?: boolean;
  /** False leaves out the memories of agents. */
  readonly memories?: boolean;
  /** True also lists the sentences of generated pages; by default they do not count as facts. */
  readonly derived?: boolean;
  /** True also lists claims whose bytes are gone. */
  readonly retired?: boolean;
  readonly limit?: number;
  /** The `next` of the previous page. */
  readonly after?: string;
}

/** Claims in file order: by note path, then span, then id. */
export interface ClaimPage {
  readonly claims: readonly Claim[];
  /** Pass as `after` for the next page; null at the end. */
  readonly next: string | null;
}

/** A note in the store. */
export interface StoredNote {
  readonly path: string;
  readonly noteId: string;
  /** The id in the note's frontmatter, which another note may have; null until this version has read the note. */
  readonly declaredId: string | null;
  readonly title: string;
  readonly region: string;
  readonly band: Band;
  /** The note's `type`; always `conversation` for a conversation note. */
  readonly type: string | null;
  readonly status: 'draft' | 'active' | 'archived';
  readonly size: number;
  readonly mtimeMs: number;
  /** BLAKE3 of the whole file, 64 hex digits. */
  readonly contentHash: string;
  readonly firstSeen: string;
  readonly indexedAt: string;
  readonly extractor: string;
  readonly segments: number;
  /** Segments that made no claim, by reason. */
  readonly gated: Readonly<Record<string, number>>;
}

/** Selects notes; all by default. */
export interface NoteFilter {
  readonly status?: StoredNote['status'];
  readonly noteId?: string;
  /** The type of a stored note, such as `conversation`. */
  readonly type?: string;
}

/** The names of notes, and the state of the store when they were read. */
export interface NoteNames {
  /** Pass it later to get the changes since. Opaque. */
  readonly mark: string;
  /** True for all notes, false for only those changed since. */
  readonly isAll: boolean;
  /** By path. */
  readonly notes: readonly Pick<StoredNote, 'path' | 'noteId'>[];
}

/** A note, or a part of one, that could not be indexed; the next run retries it. */
export interface IndexFailure {
  readonly notePath: string;
  readonly code: string;
  /** Never contains note text. */
  readonly reason: string;
  readonly attempts: number;
  readonly at: string;
}

/** One entry of the append-only changelog; ids and codes only, never text. */
export interface ChangelogEntry {
  /** Ascending in time; opaque beyond its order. */
  readonly sequence: number;
  readonly at: string;
  readonly claimId: ClaimId;
  readonly kind: string;
  /** The claim that caused it or that follows, if there is one. */
  readonly relatedId: ClaimId | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The result of `check`; `ok` is true if `problems` is empty. */
export interface IntegrityReport {
  readonly ok: boolean;
  readonly problems: readonly { readonly code: string; readonly message: string; readonly remedy: string }[];
}

/** Counts of a store. */
export interface StoreStats {
  readonly notes: number;
  readonly claims: number;
  /** Claims that another one contradicts. */
  readonly contested: number;
  /** Claims that depend on a superseded or deleted one. */
  readonly stale: number;
  readonly retired: number;
  readonly edges: number;
  readonly failures: number;
  readonly schemaVersion: number;
}

/** The counts of the whole store in a run's report. */
export type RunCounts = Pick<StoreStats, 'claims' | 'contested' | 'stale'>;

/** The read side of a claim store. Every list is ordered; ties break by id. */
export interface ClaimReader {
  /**
   * Returns live and retired claims; unknown ids are absent from the map. With `asOf.known`, as they were known then: for a claim that came later,
   * `recordedFrom` is after that instant.
   */
  readonly getClaims: (
    ids: Iterable<string>,
    options?: { readonly asOf?: AsOf },
  ) => Promise<Map<ClaimId, Claim>>;
  readonly listClaims: (filter?: ClaimFilter) => Promise<ClaimPage>;
  /** Counts the claims that match, `limit` at most: a limit of 1 says whether there is any. */
  readonly countClaims: (filter?: ClaimFilter) => Promise<number>;
  /** Returns edges that touch the ids (all edges without them). */
  readonly edges: (filter?: {
    readonly ids?: Iterable<string>;
    readonly types?: readonly EdgeType[];
    readonly asOf?: AsOf;
  }) => Promise<readonly Edge[]>;
  /** For each id: the other live claims, of any note, that say the same or that entail it (`entails`). */
  readonly corroboration: (ids: Iterable<string>) => Promise<Map<ClaimId, readonly ClaimId[]>>;
  readonly notes: (filter?: NoteFilter) => Promise<readonly StoredNote[]>;
  /**
   * Returns paths and ids of all notes, without their other data; with a mark only those indexed since then or with changed claims. Returns all of them if the
   * mark is from another store or from a state that this store never had.
   */
  readonly noteNames: (since?: string) => Promise<NoteNames>;
  readonly failures: () => Promise<readonly IndexFailure[]>;
  readonly changelog: (filter?: {
    readonly claimId?: string;
    readonly after?: number;
    readonly limit?: number;
  }) => Promise<readonly ChangelogEntry[]>;
  readonly stats: () => Promise<StoreStats>;
  /** Returns the contradictions and their state under the ledger's decisions. */
  readonly contradictions: (decisions: LedgerDecisions) => Promise<readonly Contradiction[]>;
  /** Returns the stale claims, each with a path from the invalid claim to it. */
  readonly staleness: (decisions: LedgerDecisions) => Promise<readonly StalePath[]>;
  /** Returns the claims that would become stale if this one were retracted. */
  readonly fallout: (id: ClaimId) => Promise<readonly StalePath[]>;
  /** The generated pages whose sentences are derived claims. */
  readonly pages: () => Promise<readonly StoredPage[]>;
}

/** A claim store: an interface with a contract suite (`@memora/claims/testing`) for several backends. */
export interface ClaimStore extends ClaimReader, AsyncDisposable {
  /** Returns the counts of a run's report: cheaper than all of `stats`. */
  readonly runCounts: () => Promise<RunCounts>;
  readonly path: string;
  readonly readonly: boolean;
  /** The relations of its claims. */
  readonly graph: GraphReader;
  /** Starts one indexing run for `indexVault`. */
  readonly beginRun: (options: IndexRunOptions) => Promise<IndexRun>;
  /** Records that a claim was derived from others. Throws `CLAIM_NOT_FOUND`, and `DERIVATION_CYCLE` if it would depend on itself. */
  readonly derive: (derived: ClaimId, sources: readonly ClaimId[], now?: Date) => Promise<void>;
  /**
   * Replaces the derived claims of a generated page with its current sentences, with `derives` edges to the claims that each
   * cites. They become stale with their sources, and no index, conflict or count of facts includes them. Returns their number.
   */
  readonly writePage: (page: DerivedPage, now?: Date) => Promise<number>;
  /** Removes a page and its derived claims. */
  readonly removePage: (path: string) => Promise<void>;
  readonly check: () => Promise<IntegrityReport>;
  /** Repairs the problems of `check`, except a damaged file, and releases unused space. Returns what it did. */
  readonly repair: () => Promise<readonly string[]>;
  /** Writes a consistent copy while others read and write. Never overwrites a file. */
  readonly backup: (path: string) => Promise<void>;
  readonly close: () => Promise<void>;
}
