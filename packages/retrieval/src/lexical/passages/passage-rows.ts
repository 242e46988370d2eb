import type * as Sqlite from '@memora/claims/sqlite';
import { LEXICAL_FIELDS } from '../lexical-fields.ts';

/** A text scored outside the index: one claim's, with one string per field in the order of LEXICAL_FIELDS. */
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

/** Prepared reads of passages and of the claims in them. */
export function preparePassageRows(db: Sqlite.Database) {
  // Read the content table directly: reading it through the FTS index takes twice as long.
  const columns = LEXICAL_FIELDS.map((_, i) => `t.c${i}`).join(', ');
  const ofPassage = 'p.key, p.note, p.at, p.section, p.band';
  const own = db
    .prepare<[string], Raw>(
      `SELECT ${ofPassage}, ${columns} FROM lexical_passages p JOIN lexical_fts_content t ON t.id = p.key
       WHERE p.key IN (SELECT value FROM json_each(?))`,
    )
    .raw();
  const places = db
    .prepare<[string], [number, number, number, number]>(
      'SELECT key, passage, first_term, end_term FROM lexical_claims WHERE passage IN (SELECT value FROM json_each(?))',
    )
    .raw();
  const passageOf = db
    .prepare<[string], [number, number, number, number]>(
      'SELECT key, passage, first_term, end_term FROM lexical_claims WHERE key IN (SELECT value FROM json_each(?))',
    )
    .raw();
  const toPlace = ([key, passage, first, end]: [number, number, number, number]): ClaimPlace => ({
    key,
    passage,
    first,
    end,
  });
  return {
    rows: (keys: readonly number[]): PassageRow[] =>
      (own.all(JSON.stringify(keys)) as Raw[]).map((row) => ({
        key: row[0],
        note: row[1],
        at: row[2],
        section: row[3],
        band: row[4],
        fields: row.slice(5) as string[],
      })),
    claimsIn: (passages: readonly number[]): ClaimPlace[] =>
      places.all(JSON.stringify(passages)).map(toPlace),
    placesOf: (claims: readonly number[]): ClaimPlace[] => passageOf.all(JSON.stringify(claims)).map(toPlace),
  };
}

export type PassageRows = ReturnType<typeof preparePassageRows>;
