import type { Band, ClaimId } from '@memora/core';
import type { IndexStatus } from './index-status.ts';
import type { PlacedNote } from './note-passages.ts';
import type * as Sqlite from './sqlite-database.ts';

/** What an index sees of a claim. */
export interface ClaimDocument {
  /** The claim's integer row id: small, stable while the claim lives, never re-used. */
  readonly key: number;
  readonly id: ClaimId;
  readonly subject: string;
  readonly predicate: string;
  readonly object: string | null;
  /** The text of the span. */
  readonly text: string;
  readonly noteTitle: string;
  readonly region: string;
  /** Where a subject without a name of its own is the same; the region without it. */
  readonly scope?: string;
  /** The ids of the memories that this one says it replaces. */
  readonly supersedes?: readonly string[];
  readonly headingPath: readonly string[];
  readonly aliases: readonly string[];
  /** The neighbouring segments; `''` at the ends of a note and where they are of a stricter band than the claim. */
  readonly before: string;
  readonly after: string;
  readonly band: Band;
  /** The claims that the statement cites by `[claim:<id>]`; absent where it cites none. */
  readonly cites?: readonly ClaimId[];
  /** True for what an assistant, a tool or a pasted text says in a conversation: it can be found, and relates nothing to anything. */
  readonly isHearsay?: boolean;
  /** What of the note the claim is, if that says what its value is of; absent for sentences. */
  readonly form?: 'field' | 'label' | 'cell';
  /** True if a model resolved what the subject is: it means one thing wherever it is named so. */
  readonly isResolved?: boolean;
  /** True for what stands beside a box to be ticked; `object` is the state of the box. */
  readonly isTask?: boolean;
  /** Set for secret claims: what an index keeps of one, it keeps encrypted by this. Without it nothing of one may be kept. */
  readonly encrypt?: (text: string) => Uint8Array;
  /** Set for secret claims: a keyed hash in hex. */
  readonly hashToken?: (text: string) => string;
  /** True where the claim stands in a passage that `place` is told of. */
  readonly isPlaced?: boolean;
  /** What the index's reader made of the claims of this note, where it was asked before. */
  readonly reading?: DocumentReading;
}

/** Where a document stands in what a reader made of the claims of its note. */
export interface DocumentReading {
  /** One object for all documents of the note. */
  readonly note: {
    /** How many claims were read. */
    readonly count: number;
    /** The result of each index's reader, by the name of the index. */
    readonly byIndex: Readonly<Record<string, unknown>>;
  };
  /** The place of the document among them. */
  readonly at: number;
}

/**
 * An index over claims that lives in the store's own database and is written in the transaction that writes the claims.
 * A changed `version` makes the next indexing run clear it and add every claim again.
 */
export interface ClaimIndex {
  readonly name: string;
  readonly version: number;
  /**
   * A file whose export `readDocuments` makes of the documents of a note's claims and of its passages, in file order, what `add` and
   * `place` would otherwise have to: it runs on the thread that reads notes. What it returns is cloned, and comes with each document as its `reading`,
   * and with the placed note.
   */
  readonly reader?: {
    /** Null for one of the store's own, which the thread brings. */
    readonly file: string | null;
  };
  /** Makes the tables, where they are absent. Called whenever a store is opened for writing. */
  readonly create: (db: Sqlite.Database, status: IndexStatus) => void;
  readonly add: (db: Sqlite.Database, documents: readonly ClaimDocument[]) => void;
  /**
   * The passages of notes, each note as a whole: what was known of its passages before and is not among them is gone. A note without
   * passages is gone. Called before `add` and `remove`, which then names no claim that was placed.
   */
  readonly place?: (db: Sqlite.Database, notes: readonly PlacedNote[]) => void;
  /** Keys that are not in the index are passed over. */
  readonly remove: (db: Sqlite.Database, keys: readonly number[]) => void;
  readonly clear: (db: Sqlite.Database) => void;
  /** Writes what it keeps anew, so that nothing of removed claims is left in pages of its own making. After an erasure. */
  readonly rewrite?: (db: Sqlite.Database) => void;
}
