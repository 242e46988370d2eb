import type { ClaimId } from '@memora/core';

/** A step from one claim to another, by row key. */
export interface ClaimStep {
  readonly from: number;
  readonly to: number;
}

/** A claim by its row key, with the row key of its note. */
export interface ClaimRow {
  readonly key: number;
  readonly id: ClaimId;
  readonly note: number;
  /** As written in the note; null for unary and secret claims. */
  readonly object: string | null;
}

/**
 * Reads the relations between claims, for walks through the graph. Claims and notes are identified by their integer row keys: small, stable while the row
 * lives, never reused. Only current data is returned; retired claims and deleted notes are left out by default. Every method takes many keys in one call, so
 * that a networked store answers a hop in one round trip.
 */
export interface GraphReader {
  /** Returns typed edges of the claims, in both directions. `weight` is 0–1. At most `limit`. */
  readonly edgesOf: (
    keys: readonly number[],
    limit: number,
  ) => Promise<readonly (ClaimStep & { readonly weight: number })[]>;
  /** Returns the notes that the claims link to. */
  readonly notesLinkedBy: (
    keys: readonly number[],
  ) => Promise<readonly { readonly from: number; readonly note: number }[]>;
  /** Returns, for each claim, the claims that link to its note. At most `limit`. */
  readonly linksToNotesOf: (keys: readonly number[], limit: number) => Promise<readonly ClaimStep[]>;
  /** Returns the first claims of each note, in stored order. At most `limit` a note. */
  readonly claimsOfNotes: (
    notes: readonly number[],
    limit: number,
  ) => Promise<ReadonlyMap<number, readonly number[]>>;
  /** Returns the notes with one of these titles or aliases. Names are normalised by `normaliseTerm`. */
  readonly notesNamed: (
    names: readonly string[],
  ) => Promise<readonly { readonly name: string; readonly note: number }[]>;
  /** Returns the claims with one of these subjects. Subjects are normalised by `normaliseTerm`. At most `limit`. */
  readonly claimsAbout: (
    subjects: readonly string[],
    limit: number,
  ) => Promise<readonly { readonly name: string; readonly key: number }[]>;
  /** Returns the claims of these keys, including retired ones; unknown keys are left out. */
  readonly rowsByKey: (keys: readonly number[]) => Promise<readonly ClaimRow[]>;
  /** Returns the claims of these ids; unknown ids are left out. */
  readonly rowsById: (ids: readonly ClaimId[]) => Promise<readonly ClaimRow[]>;
}
