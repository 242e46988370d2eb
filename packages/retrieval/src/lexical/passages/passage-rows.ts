import type * as Sqlite from '@memora/claims/sqlite';
import { prepareRaw } from '../../queries/prepare-query.ts';

/**
 * A text that is scored outside the index: that of one claim, with one string per field in the order of
 * LEXICAL_FIELDS.
 */
export interface CandidateText {
  /** The claim's row key. */
  readonly key: number;
  readonly fields: readonly string[];
}

/** A passage as input to scoring. */
export interface PassageRow {
  readonly key: number;
  /** Null for a claim without a passage. */
  readonly note: number | null;
  readonly at: number;
  readonly section: number;
  readonly band: number;
  readonly fields: readonly string[];
}

/** Where the words of a claim are in its passage. */
export interface ClaimPlace {
  readonly key: number;
  readonly passage: number;
  readonly first: number;
  readonly end: number;
}

type Raw = readonly [number, number | null, number, number, number, ...string[]];
type Placed = [key: number, passage: number, first: number, end: number];

/** Prepared reads of passages and of the claims in them. */
export function preparePassageRows(db: Sqlite.Database) {
  // Read the content table directly: reading it through the FTS index takes twice as long.
  const own = prepareRaw(db, 'passageTexts');
  const places = prepareRaw(db, 'claimsInPassages');
  const passageOf = prepareRaw(db, 'placesOfClaims');
  const toPlace = ([key, passage, first, end]: Placed): ClaimPlace => ({
    key,
    passage,
    first,
    end,
  });
  return {
    rows: (keys: readonly number[]): PassageRow[] =>
      (own.all(JSON.stringify(keys)) as unknown as Raw[]).map((row) => ({
        key: row[0],
        note: row[1],
        at: row[2],
        section: row[3],
        band: row[4],
        fields: row.slice(5) as string[],
      })),
    claimsIn: (passages: readonly number[]): ClaimPlace[] =>
      (places.all(JSON.stringify(passages)) as Placed[]).map(toPlace),
    placesOf: (claims: readonly number[]): ClaimPlace[] =>
      (passageOf.all(JSON.stringify(claims)) as Placed[]).map(toPlace),
  };
}

export type PassageRows = ReturnType<typeof preparePassageRows>;
