import type { Band } from '@memora/core';
import type { EntityEntry } from '../entities/parse-entities.ts';
import type { LedgerDecisions } from '../ledger/ledger-decisions.ts';
import type { ClaimIndex } from '../model/claim-index.ts';
import type { KnownNames } from '../model/extractor.ts';
import type { PredicateValues } from '../relate/predicate-values.ts';
import type { NoteOutcome, NoteWork } from './note-work.ts';

/** A note in the store at the start of a run. */
export interface KnownNote {
  readonly path: string;
  readonly noteId: string;
  /** The id in the note's frontmatter; another note may have it. */
  readonly declaredId: string | null;
  readonly size: number;
  readonly mtimeMs: number;
  /** When the note was indexed, in milliseconds. */
  readonly indexedAt: number;
  /** `name@version` of its extractor. */
  readonly extractor: string;
  /** True if segments are left to extract. */
  readonly pending: boolean;
}

/** Text that is secret now, and must be in no file beside the database. */
export interface HiddenText {
  /** Ids of its claims while it was readable. */
  readonly claimIds: ReadonlySet<string>;
  /** Words of four or more characters, in lower case, that occur only in secret parts of a note. */
  readonly words: ReadonlySet<string>;
  /** By path: the words of any length of newly secret text, and the title of a note that is secret as a whole. */
  readonly notes: ReadonlyMap<string, { readonly pieces: readonly string[]; readonly title: string | null }>;
}

export type OnHidden = (hidden: HiddenText) => void | Promise<void>;

export interface IndexRunOptions {
  /** The run looks only at these notes: `known` need not contain others. */
  readonly paths?: readonly string[];
  /** The `recorded` time of everything that the run writes, in milliseconds. */
  readonly now: number;
  readonly decisions?: LedgerDecisions;
  readonly predicates?: PredicateValues;
  /** The user's entries about names. */
  readonly entities?: readonly EntityEntry[];
  /** True if a detector tightens bands; a change of this value makes the run write every note again. */
  readonly detecting?: boolean;
  /** The band of notes without one; `private` by default. A change makes the run read every note again. */
  readonly defaultBand?: Band | undefined;
  /** Called after each commit with the text that has become secret in it. Pages derived from that text are out of date. */
  readonly onHidden?: OnHidden;
  /** False skips the search for contradictions; the pending claims are kept for the next run. */
  readonly contradict?: boolean;
  /** The judge whose stored verdicts override the rules. */
  readonly judge?: string;
}

/** A note that could not be read. */
export interface FailedNote {
  readonly path: string;
  readonly code: string;
  /** Never contains note text. */
  readonly reason: string;
  /** Recognises the bytes of a note that was too expensive; absent without a key to store it under. */
  readonly print?: Buffer | undefined;
}

/** The content of one commit. */
export interface IndexBatch {
  readonly works: readonly NoteWork[];
  /** Notes with unchanged bytes but another size or modification time. */
  readonly touched: readonly { readonly path: string; readonly size: number; readonly mtimeMs: number }[];
  readonly failures: readonly FailedNote[];
  /** Notes whose file is gone. */
  readonly removed: readonly string[];
}

/** The outcome of each note of a batch, in order. */
export interface BatchOutcome {
  readonly outcomes: readonly (
    | NoteOutcome
    | { readonly failure: { readonly code: string; readonly reason: string } }
  )[];
  /** Claims retired with the deleted notes. */
  readonly retired: number;
}

/** The reader files of the claim indexes, by index name. */
export type IndexReaders = Readonly<Record<string, NonNullable<ClaimIndex['reader']>>>;

/** One indexing run over a store. Each note of a commit is atomic; an error in one does not affect the others. */
export interface IndexRun {
  readonly known: ReadonlyMap<string, KnownNote>;
  /** Returns the hash that recognises the bytes of a known note, 64 hex digits: BLAKE3 of the whole file, keyed if any of it is secret. */
  readonly contentHash: (path: string) => string | null;
  /** Returns the fingerprints of notes that were too expensive, by path. */
  readonly costly: () => ReadonlyMap<string, { readonly reason: string; readonly print: Buffer }>;
  /** True if a claim index must be filled again: every note is processed, without calling an incremental extractor. */
  readonly reindex: boolean;
  /** The readers of the claim indexes, by index name. */
  readonly readers: IndexReaders;
  /** Milliseconds spent on each claim index in this run, by name. */
  readonly indexTimes: ReadonlyMap<string, number>;
  /** Returns the fingerprints (64 hex digits) of the note's segments that this extractor has processed. */
  readonly doneSegments: (path: string, extractor: string) => ReadonlySet<string>;
  /** Returns names in use that a text may mean. */
  readonly knownNames: (text: string) => KnownNames;
  /**
   * Returns the statements that a judge of changes named, by fingerprint in hex; the value says whether a
   * live claim has these bytes.
   */
  readonly changeUnits: (path: string) => ReadonlyMap<string, boolean>;
  readonly commit: (batch: IndexBatch) => Promise<BatchOutcome>;
  /**
   * Runs the passes over everything that changed. `complete` means that the whole vault was scanned. Returns the notes to write again, because their
   * id changed or claims were carried into them, and the number of carried claims. Write those notes and call it again until there are none.
   */
  readonly finish: (complete: boolean) => Promise<{
    readonly again: readonly string[];
    readonly carried: number;
    /** The carried claims that this run had counted as retired. */
    readonly carriedRetired: number;
    /** Open contradictions among the checked claims. */
    readonly contradictions: number;
    /** Stale claims in the store. */
    readonly stale: number;
  }>;
  /**
   * Deletes, instead of keeping as history, retired text of this run that also occurs in a secret place: it was copied there before it was deleted where it was
   * open. Call it at the end.
   */
  readonly forgetTwins: (readNote: (path: string) => Promise<Uint8Array | null>) => Promise<void>;
}
