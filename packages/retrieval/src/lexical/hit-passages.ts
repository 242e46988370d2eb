import type { PassageKind } from '@memora/claims';
import type * as Sqlite from '@memora/claims/sqlite';
import { type Span, toSpan } from '@memora/core';
import { PASSAGE_KINDS } from './passage-writer.ts';

/** The block of a note that a claim stands in. All of it is of the claim's band. */
export interface HitPassage {
  /** Equal for claims of one passage, until its note is indexed again. */
  readonly key: number;
  readonly kind: PassageKind;
  /** Bytes of the note file as it was when it was indexed last; never of a stricter band than the claim. */
  readonly span: Span;
  /** Its place among the passages of its note, from 0. */
  readonly at: number;
  /** Passages of a note under one heading share it. */
  readonly section: number;
}

type Row = readonly [number, number, number, number, number, number, number];

/** Reads the passages in which claims stand, by their row keys; those that stand in none are left out. */
export function prepareHitPassages(
  db: Sqlite.Database,
): (claims: readonly number[]) => ReadonlyMap<number, HitPassage> {
  const read = db
    .prepare<[string], Row>(
      `SELECT c.key, p.key, p.kind, p.span_start, p.span_end, p.at, p.section
       FROM lexical_claims c JOIN lexical_passages p ON p.key = c.passage
       WHERE p.note IS NOT NULL AND c.key IN (SELECT value FROM json_each(?))`,
    )
    .raw();
  return (claims) =>
    new Map(
      (read.all(JSON.stringify(claims)) as Row[]).map(([claim, key, kind, start, end, at, section]) => [
        claim,
        { key, kind: PASSAGE_KINDS[kind] ?? 'paragraph', span: toSpan(start, end), at, section },
      ]),
    );
}
