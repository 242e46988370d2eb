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
  /** As it stands in the note; null for a unary claim, and for a secret one. */
  readonly object: string | null;
}

/**
 * How claims hang together, for whoever walks from one to the next. Claims and notes go by their integer row keys: small, stable while the
 * row lives, never re-used. Only what is known now is given; retired claims and notes that are gone are left out unless said otherwise.
 * Every method takes many keys in one call, so that a store behind a network answers a hop in one round trip.
 */
export interface GraphReader {
  /** Typed edges that touch the claims, in both directions. `weight` is 0–1. At most `limit`. */
  readonly edgesOf: (
    keys: readonly number[],
    limit: number,
  ) => Promise<readonly (ClaimStep & { readonly weight: number })[]>;
  /** The notes that the claims link to. */
  readonly notesLinkedBy: (
    keys: readonly number[],
  ) => Promise<readonly { readonly from: number; readonly note: number }[]>;
  /** From each claim to the claims that link to its note. At most `limit`. */
  readonly linksToNotesOf: (keys: readonly number[], limit: number) => Promise<readonly ClaimStep[]>;
  /** The first claims of each note, in the order they were stored. At most `limit` a note. */
  readonly claimsOfNotes: (
    notes: readonly number[],
    limit: number,
  ) => Promise<ReadonlyMap<number, readonly number[]>>;
  /** The notes that have one of these titles or aliases. Names are normalised by `normaliseTerm`. */
  readonly notesNamed: (
    names: readonly string[],
  ) => Promise<readonly { readonly name: string; readonly note: number }[]>;
  /** The claims whose subject is one of these. Subjects are normalised by `normaliseTerm`. At most `limit`. */
  readonly claimsAbout: (
    subjects: readonly string[],
    limit: number,
  ) => Promise<readonly { readonly name: string; readonly key: number }[]>;
  /** The claims of these keys, retired ones included; unknown keys are left out. */
  readonly rowsByKey: (keys: readonly number[]) => Promise<readonly ClaimRow[]>;
  /** The claims of these ids; unknown ids are left out. */
  readonly rowsById: (ids: readonly ClaimId[]) => Promise<readonly ClaimRow[]>;
}
