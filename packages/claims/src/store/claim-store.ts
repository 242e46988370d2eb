import type { Band, ClaimId } from '@memora/core';
import type { LedgerDecisions } from '../ledger/ledger-decisions.ts';
import type { AsOf, Claim, ClaimStatus } from '../model/claim.ts';
import type { DerivedPage, StoredPage } from '../model/derived-page.ts';
import type { Edge, EdgeType } from '../model/edge.ts';
import type { GraphReader } from '../model/graph-reader.ts';
import type { StalePath } from '../relate/provenance-graph.ts';
import type { IndexRun, IndexRunOptions } from './index-run.ts';
import type { Contradiction } from './review/read-contradictions.ts';

/** Which claims to list. All conditions hold together. */
export interface ClaimFilter {
  readonly notePath?: string;
  readonly noteId?: string;
  /** Matches under normalisation, and under the aliases of notes. */
  readonly subject?: string;
  readonly predicate?: string;
  readonly status?: ClaimStatus | readonly ClaimStatus[];
  /** The region itself and the regions below it. */
  readonly region?: string;
  readonly bands?: readonly Band[];
  /** Without it: what Memora knows now, whenever it is valid (retired claims are left out). */
  readonly asOf?: AsOf;
  /** True leaves out the claims of archived notes. */
  readonly active?: boolean;
  /** False leaves out what conversations say. */
  readonly conversations?: boolean;
  /** False leaves out what agents remembered. */
  readonly memories?: boolean;
  /** True also lists the sentences of pages that Memora wrote; without it they are nobody's facts. */
  readonly derived?: boolean;
  /** True also lists claims whose bytes are gone. */
  readonly retired?: boolean;
  readonly limit?: number;
  /** The `next` of the page before. */
  readonly after?: string;
}

/** Claims in file order: by note path, then span, then id. */
export interface ClaimPage {
  readonly claims: readonly Claim[];
  /** Pass as `after` for the next page; null at the end. */
  readonly next: string | null;
}

/** A note as the store knows it. */
export interface StoredNote {
  readonly path: string;
  readonly noteId: string;
  /** The id that the note claims, which another note may bear; null until the note is read by this version. */
  readonly declaredId: string | null;
  readonly title: string;
  readonly region: string;
  readonly band: Band;
  /** The note's `type`; `conversation` where it is one, whatever it says of itself. */
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
  readonly claims: number;
  /** Segments that made no claim, by reason. */
  readonly gated: Readonly<Record<string, number>>;
}

/** Which notes are wanted; all by default. */
export interface NoteFilter {
  readonly status?: StoredNote['status'];
  readonly noteId?: string;
  /** As a stored note has it, such as `conversation`. */
  readonly type?: string;
}

/** How notes are called, and where a store stood as it said so. */
export interface NoteNames {
  /** Asks later for what changed since. Opaque. */
  readonly mark: string;
  /** True for all notes there are, false for those that changed since. */
  readonly isAll: boolean;
  /** By path. */
  readonly notes: readonly Pick<StoredNote, 'path' | 'noteId'>[];
}

/** A note, or a part of one, that could not be indexed; the next run tries again. */
export interface IndexFailure {
  readonly notePath: string;
  readonly code: string;
  /** Never holds text of the note. */
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
  /** The claim that caused it or that follows, where there is one. */
  readonly relatedId: ClaimId | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** What `check` found; `ok` is true where `problems` is empty. */
export interface IntegrityReport {
  readonly ok: boolean;
  readonly problems: readonly { readonly code: string; readonly message: string; readonly remedy: string }[];
}

/** Numbers about a store. */
export interface StoreStats {
  readonly notes: number;
  readonly claims: number;
  /** Of the claims, those that another one contradicts. */
  readonly contested: number;
  /** Of the claims, those that rest on something superseded or gone. */
  readonly stale: number;
  readonly retired: number;
  readonly edges: number;
  readonly failures: number;
  readonly schemaVersion: number;
}

/** What a run reports of the whole store. */
export type RunCounts = Pick<StoreStats, 'claims' | 'contested' | 'stale'>;

/** The read side of a claim store. Every list is ordered; ties break by id. */
export interface ClaimReader {
  /**
   * Live and retired claims alike; unknown ids are absent from the map. With `asOf.known` as they were known then: one that came
   * later has its `recordedFrom` behind that.
   */
  readonly getClaims: (
    ids: Iterable<string>,
    options?: { readonly asOf?: AsOf },
  ) => Promise<Map<ClaimId, Claim>>;
  readonly listClaims: (filter?: ClaimFilter) => Promise<ClaimPage>;
  readonly countClaims: (filter?: ClaimFilter) => Promise<number>;
  /** Edges that touch the ids (all edges without them). */
  readonly edges: (filter?: {
    readonly ids?: Iterable<string>;
    readonly types?: readonly EdgeType[];
    readonly asOf?: AsOf;
  }) => Promise<readonly Edge[]>;
  /** For each id: the other live claims, of any note, that say the same, or from which it follows (`entails`). */
  readonly corroboration: (ids: Iterable<string>) => Promise<Map<ClaimId, readonly ClaimId[]>>;
  readonly notes: (filter?: NoteFilter) => Promise<readonly StoredNote[]>;
  /**
   * Paths and ids of all notes, read without anything else of them; with a mark those that were indexed since or whose claims changed. All of them too for a mark of another store, or of a state that
   * this one never had.
   */
  readonly noteNames: (since?: string) => Promise<NoteNames>;
  readonly failures: () => Promise<readonly IndexFailure[]>;
  readonly changelog: (filter?: {
    readonly claimId?: string;
    readonly after?: number;
    readonly limit?: number;
  }) => Promise<readonly ChangelogEntry[]>;
  readonly stats: () => Promise<StoreStats>;
  /** What contradicts what, and how that stands under the ledger's decisions. */
  readonly contradictions: (decisions: LedgerDecisions) => Promise<readonly Contradiction[]>;
  /** The stale claims, each with a way from the claim that fell to it. */
  readonly staleness: (decisions: LedgerDecisions) => Promise<readonly StalePath[]>;
  /** Exactly the claims that would become stale if this one were retracted. */
  readonly fallout: (id: ClaimId) => Promise<readonly StalePath[]>;
  /** The generated pages whose sentences are derived claims. */
  readonly pages: () => Promise<readonly StoredPage[]>;
}

/** A claim store: an interface with a contract suite (`@memora/claims/testing`), because a second backend follows. */
export interface ClaimStore extends ClaimReader, AsyncDisposable {
  /** The counts that a run reports: cheaper than all of `stats`. */
  readonly runCounts: () => Promise<RunCounts>;
  readonly path: string;
  readonly readonly: boolean;
  /** How its claims hang together. */
  readonly graph: GraphReader;
  /** Starts one indexing run for `indexVault`. */
  readonly beginRun: (options: IndexRunOptions) => Promise<IndexRun>;
  /**
   * Records that a claim was made of others. Throws `CLAIM_NOT_FOUND`, and `DERIVATION_CYCLE` where it would rest on itself.
   */
  readonly derive: (derived: ClaimId, sources: readonly ClaimId[], now?: Date) => Promise<void>;
  /**
   * Makes the sentences of a generated page derived claims, in place of those it had: `derives` edges to what each cites. They
   * go stale with their sources, and no index, conflict or count of facts sees them. Returns how many there are.
   */
  readonly writePage: (page: DerivedPage, now?: Date) => Promise<number>;
  /** Takes a page and its derived claims out. */
  readonly removePage: (path: string) => Promise<void>;
  readonly check: () => Promise<IntegrityReport>;
  /** Repairs what `check` can find short of a damaged file, and gives unused space back. Returns what it did. */
  readonly repair: () => Promise<readonly string[]>;
  /** Writes a consistent copy while others read and write. Never overwrites a file. */
  readonly backup: (path: string) => Promise<void>;
  readonly close: () => Promise<void>;
}
