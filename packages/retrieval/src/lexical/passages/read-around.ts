import type * as Sqlite from '@memora/claims/sqlite';
import { toSpan } from '@memora/core';
import type { HitPassage } from './hit-passages.ts';
import { PASSAGE_KINDS } from './passage-writer.ts';

/** As far as a list reaches around a passage of it, in passages. */
export const REACH = 24;

/** Key, kind, start, end, at, section, note. */
export type PassageRowAround = readonly [number, number, number, number, number, number, number];

/** Prepared reads of what stands around passages. */
export function prepareAround(db: Sqlite.Database) {
  const around = db
    .prepare<[string], PassageRowAround>(
      `SELECT DISTINCT n.key, n.kind, n.span_start, n.span_end, n.at, n.section, n.note
       FROM lexical_passages p JOIN lexical_passages n
       ON n.note = p.note AND n.at BETWEEN p.at - ${REACH} AND p.at + ${REACH}
       WHERE p.note IS NOT NULL AND p.key IN (SELECT value FROM json_each(?)) ORDER BY n.note, n.at`,
    )
    .raw();
  const claims = db
    .prepare<[string], [number, number]>(
      'SELECT passage, key FROM lexical_claims WHERE passage IN (SELECT value FROM json_each(?)) ORDER BY passage, first_term, key',
    )
    .raw();
  return {
    /** The passages before and behind these in their notes, and they themselves, in file order; by the key of the note. */
    passages: (keys: readonly number[]): ReadonlyMap<number, readonly HitPassage[]> =>
      new Map(
        [
          ...Map.groupBy(
            around.all(JSON.stringify(keys)) as PassageRowAround[],
            ([, , , , , , note]) => note,
          ),
        ].map(([note, rows]) => [note, rows.map(toPassage)]),
      ),
    /** The keys of the claims in each passage, in the order in which they stand. */
    claimKeys: (keys: readonly number[]): ReadonlyMap<number, readonly number[]> =>
      new Map(
        [...Map.groupBy(claims.all(JSON.stringify(keys)), ([passage]) => passage)].map(([passage, rows]) => [
          passage,
          rows.map(([, key]) => key),
        ]),
      ),
  };
}

export function toPassage([key, kind, start, end, at, section]: PassageRowAround): HitPassage {
  return { key, kind: PASSAGE_KINDS[kind] ?? 'section', span: toSpan(start, end), at, section };
}
