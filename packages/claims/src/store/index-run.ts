import type { Band } from '@memora/core';
import type { EntityEntry } from '../entities/parse-entities.ts';
import type { LedgerDecisions } from '../ledger/ledger-decisions.ts';
import type { ClaimIndex } from '../model/claim-index.ts';
import type { KnownNames } from '../model/extractor.ts';
import type { PredicateValues } from '../relate/predicate-values.ts';
import type { NoteOutcome, NoteWork } from './note-work.ts';

/** A note as a run finds it in the store. */
export interface KnownNote {
  readonly path: string;
  readonly noteId: string;
  /** The id that the note claims; another note may bear it. */
  readonly declaredId: string | null;
  readonly size: number;
  readonly mtimeMs: number;
  /** When the note was indexed, in milliseconds. */
  readonly indexedAt: number;
  /** `name@version` of the extractor that did it. */
  readonly extractor: string;
  /** True where segments are left to do. */
  readonly pending: boolean;
}

/** Ids under which text was known that is secret now, and words, in lower case, that only secret parts of a note hold. */
export type OnHidden = (hidden: {
  readonly claimIds: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}) => void | Promise<void>;

export interface IndexRunOptions {
  /** Only these notes are looked at: `known` need not hold others. */
  readonly paths?: readonly string[];
  /** The `recorded` time of everything that the run writes, in milliseconds. */
  readonly now: number;
  readonly decisions?: LedgerDecisions;
  readonly predicates?: PredicateValues;
  /** What a person says of names. */
  readonly entities?: readonly EntityEntry[];
  /** True where a detector tightens bands; another value than the last run's has every note written again. */
  readonly detecting?: boolean;
  /** The band of notes that name none; `private` by default. Another than before has every note read again. */
  readonly defaultBand?: Band | undefined;
  /** Called after each commit with what has become secret in it: pages that were made of it are out of date. */
  readonly onHidden?: OnHidden;
  /** False looks for no contradictions; what is to be looked at is kept for the next run. */
  readonly contradict?: boolean;
  /** The judge whose kept verdicts go before the rules. */
  readonly judge?: string;
}

/** A note that could not be read. */
export interface FailedNote {
  readonly path: string;
  readonly code: string;
  /** Never holds text of the note. */
  readonly reason: string;
  /** By which its bytes are known again where they cost too much; absent where there is no key to keep it under. */
  readonly print?: Buffer | undefined;
}

/** What one commit writes. */
export interface IndexBatch {
  readonly works: readonly NoteWork[];
  /** Notes whose bytes are what they were, under another size or modification time. */
  readonly touched: readonly { readonly path: string; readonly size: number; readonly mtimeMs: number }[];
  readonly failures: readonly FailedNote[];
  /** Notes whose file is gone. */
  readonly removed: readonly string[];
}

/** What came of each note of a batch, in its order. */
export interface BatchOutcome {
  readonly outcomes: readonly (
    | NoteOutcome
    | { readonly failure: { readonly code: string; readonly reason: string } }
  )[];
  /** Claims retired with the notes that are gone. */
  readonly retired: number;
}

/** Files of the claim indexes' readers, by the name of the index. */
export type IndexReaders = Readonly<Record<string, NonNullable<ClaimIndex['reader']>>>;

/** One indexing run over a store. Each note of a commit is atomic; an error in one leaves the others. */
export interface IndexRun {
  readonly known: ReadonlyMap<string, KnownNote>;
  /** By which the bytes of a known note are known again, 64 hex digits: BLAKE3 of the whole file, keyed where any of it is secret. */
  readonly contentHash: (path: string) => string | null;
  /** By which the notes that cost too much are known again, by their paths. */
  readonly costly: () => ReadonlyMap<string, { readonly reason: string; readonly print: Buffer }>;
  /** True where a claim index has to be filled anew: every note is done again, without asking an incremental extractor. */
  readonly reindex: boolean;
  /** The readers of the claim indexes, by the name of the index. */
  readonly readers: IndexReaders;
  /** Milliseconds that the run has spent on each claim index, by its name. */
  readonly indexTimes: ReadonlyMap<string, number>;
  /** Fingerprints (64 hex) of the note's segments that this extractor has done. */
  readonly doneSegments: (path: string, extractor: string) => ReadonlySet<string>;
  /** Names in use that a text may mean. */
  readonly knownNames: (text: string) => KnownNames;
  /** Statements that a judge of changes spoke of, by fingerprint in hex; the value says whether a live claim has these bytes. */
  readonly changeUnits: (path: string) => ReadonlyMap<string, boolean>;
  readonly commit: (batch: IndexBatch) => Promise<BatchOutcome>;
  /**
   * The passes over everything that changed. `complete` says that the whole vault was looked at. Returns the notes to write
   * once more, because they have another id now or claims were carried into them, and how many claims were: write those and
   * call it again, until there are none.
   */
  readonly finish: (complete: boolean) => Promise<{
    readonly again: readonly string[];
    readonly carried: number;
    /** Those among them that this run had counted as retired. */
    readonly carriedRetired: number;
    /** Open contradictions among the claims that were looked at. */
    readonly contradictions: number;
    /** Stale claims in the store. */
    readonly stale: number;
  }>;
  /**
   * Forgets, instead of keeping as history, what the run has retired of text that a secret place holds too: it was copied there
   * before it was deleted where it was open. Call it at the end.
   */
  readonly forgetTwins: (readNote: (path: string) => Promise<Uint8Array | null>) => Promise<void>;
}
