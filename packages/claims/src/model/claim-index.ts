import type { Band, ClaimId } from '@memora/core';
import type { IndexStatus } from './index-status.ts';
import type { PlacedNote } from './note-passages.ts';
import type * as Sqlite from './sqlite-database.ts';

/** A claim as an index sees it. */
export interface ClaimDocument {
  /** The claim's integer row id: small, stable while the claim lives, never reused. */
  readonly key: number;
  readonly id: ClaimId;
  readonly subject: string;
  readonly predicate: string;
  readonly object: string | null;
  /** The text of the span. */
  readonly text: string;
  readonly noteTitle: string;
  readonly region: string;
  /**
   * The region in which the subject means the same thing if it is not unique elsewhere, without the subject's
   * own name.
   */
  readonly scope?: string;
  /** The ids of the memories that this one replaces. */
  readonly supersedes?: readonly string[];
  readonly headingPath: readonly string[];
  readonly aliases: readonly string[];
  /** The neighbouring segments; `''` at the ends of a note and if their band is stricter than the claim's. */
  readonly before: string;
  readonly after: string;
  readonly band: Band;
  /** The claims that the statement cites by `[claim:<id>]`; absent if it cites none. */
  readonly cites?: readonly ClaimId[];
  /** True for the words of an assistant, a tool or a pasted text in a conversation: they can be found, but create no relations. */
  readonly isHearsay?: boolean;
  /** The form of the claim in the note, if that determines what its value belongs to; absent for sentences. */
  readonly form?: 'field' | 'label' | 'cell';
  /** True if a model resolved the subject: the name means one thing everywhere. */
  readonly isResolved?: boolean;
  /** True for the text of a checkbox; `object` is its state. */
  readonly isTask?: boolean;
  /**
   * Set for secret claims: encrypts everything that an index stores about one. Without it, an index may store
   * nothing about one.
   */
  readonly encrypt?: (text: string) => Uint8Array;
  /** Set for secret claims: a keyed hash in hex. */
  readonly hashToken?: (text: string) => string;
  /** True if the claim is in a passage that `place` receives. */
  readonly isPlaced?: boolean;
  /** The result of the index's reader for this note's claims, if it has run. */
  readonly reading?: DocumentReading;
}

/** A document's position in a reader's result for its note. */
export interface DocumentReading {
  /** One object shared by all documents of the note. */
  readonly note: {
    /** The number of claims that were read. */
    readonly count: number;
    /** Each index's reader result, by index name. */
    readonly byIndex: Readonly<Record<string, unknown>>;
  };
  /** The document's position among them. */
  readonly at: number;
}

/**
 * An index over claims. It is in the store's own database and is written in the transaction that writes the claims. If `version` changes, the next indexing run
 * clears the index and adds every claim again.
 */
export interface ClaimIndex {
  readonly name: string;
  readonly version: number;
  /**
   * A file whose export `readDocuments` does the work of `add` and `place` for a note's claims and passages, in file order, on the thread that reads notes. Its
   * result is cloned and comes with each document as its `reading`, and with the placed note.
   */
  readonly reader?: {
    /** Null for a reader of the store itself, which the thread already has. */
    readonly file: string | null;
  };
  /** Creates missing tables. Called whenever a store is opened for writing. */
  readonly create: (db: Sqlite.Database, status: IndexStatus) => void;
  readonly add: (db: Sqlite.Database, documents: readonly ClaimDocument[]) => void;
  /**
   * Receives the passages of notes, each note as a whole: earlier passages that are missing now are deleted. A note without passages is deleted. Called before
   * `add` and `remove`, which then receive no placed claim.
   */
  readonly place?: (db: Sqlite.Database, notes: readonly PlacedNote[]) => void;
  /** Keys that are not in the index are ignored. */
  readonly remove: (db: Sqlite.Database, keys: readonly number[]) => void;
  readonly clear: (db: Sqlite.Database) => void;
  /** Rewrites its data, so that no removed claim is left in its own pages. Called after an erasure. */
  readonly rewrite?: (db: Sqlite.Database) => void;
}
