import type * as Sqlite from '@memora/claims/sqlite';
import { LEXICAL_FIELDS } from '../lexical-fields.ts';

/** A text that is scored beside the index: that of one claim, one string a field in the order of LEXICAL_FIELDS. */
export interface CandidateText {
  /** Of the claim. */
  readonly key: number;
  readonly fields: readonly string[];
}

/** A passage as it is scored. */
export interface PassageRow {
  readonly key: number;
  /** Null for a claim by itself. */
  readonly note: number | null;
  readonly at: number;
  readonly section: number;
  readonly band: number;
  readonly flags: number;
  readonly label: string;
  readonly fields: readonly string[];
}

/** Where the words of a claim stand in its passage. */
export interface ClaimPlace {
  readonly key: number;
  readonly passage: number;
  readonly first: number;
  readonly end: number;
}

/** How far around a passage is read. */
export const WINDOW_REACH = 2;

type Raw = readonly [number, number | null, number, number, number, number, string, ...string[]];

/** Prepared reads of passages and of the claims in them. */
export function preparePassageRows(db: Sqlite.Database) {
  // The table of the texts itself: reading them through the index on it takes twice as long.
  const columns = LEXICAL_FIELDS.map((_, i) => `t.c${i}`).join(', ');
  const ofPassage = 'p.key, p.note, p.at, p.section, p.band, p.flags, p.label';
  const own = db
    .prepare<[string], Raw>(
      `SELECT ${ofPassage}, ${columns} FROM lexical_passages p JOIN lexical_fts_content t ON t.id = p.key
       WHERE p.key IN (SELECT value FROM json_each(?))`,
    )
    .raw();
  const around = db
    .prepare<[string], [number, number]>(
      `SELECT p.key, n.key FROM lexical_passages p
       JOIN lexical_passages n ON n.note = p.note AND n.at BETWEEN p.at - ${WINDOW_REACH} AND p.at + ${WINDOW_REACH}
       WHERE p.note IS NOT NULL AND p.key IN (SELECT value FROM json_each(?))`,
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
  const neighboursOf = (keys: readonly number[]): Map<number, readonly number[]> =>
    new Map(
      [...Map.groupBy(around.all(JSON.stringify(keys)), ([key]) => key)].map(([key, rows]) => [
        key,
        rows.map(([, neighbour]) => neighbour),
      ]),
    );
  return {
    rows: (keys: readonly number[]): PassageRow[] =>
      (own.all(JSON.stringify(keys)) as Raw[]).map((row) => ({
        key: row[0],
        note: row[1],
        at: row[2],
        section: row[3],
        band: row[4],
        flags: row[5],
        label: row[6],
        fields: row.slice(7) as string[],
      })),
    /** Those around passages, and they themselves, by the passage. */
    neighboursOf,
    /** The passages and those around them. */
    withNeighbours: (keys: readonly number[]): number[] => [
      ...new Set([...keys, ...[...neighboursOf(keys).values()].flat()]),
    ],
    claimsIn: (passages: readonly number[]): ClaimPlace[] =>
      places.all(JSON.stringify(passages)).map(toPlace),
    placesOf: (claims: readonly number[]): ClaimPlace[] => passageOf.all(JSON.stringify(claims)).map(toPlace),
  };
}

export type PassageRows = ReturnType<typeof preparePassageRows>;
