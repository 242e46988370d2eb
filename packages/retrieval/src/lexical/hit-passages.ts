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

type Row = readonly [number, number, number, number, number, number, number, 0 | 1];

/** Where the claims of hits stand. */
export interface HitPlaces {
  /** By the row keys of the claims; those that stand in no passage are left out. */
  readonly passageByKey: ReadonlyMap<number, HitPassage>;
  /** Keys of the passages that begin with whose they are, as the turns of a conversation do. */
  readonly labelled: ReadonlySet<number>;
}

/** Reads the passages in which claims stand, by their row keys. */
export function prepareHitPassages(db: Sqlite.Database): (claims: readonly number[]) => HitPlaces {
  const read = db
    .prepare<[string], Row>(
      `SELECT c.key, p.key, p.kind, p.span_start, p.span_end, p.at, p.section, p.label <> ''
       FROM lexical_claims c JOIN lexical_passages p ON p.key = c.passage
       WHERE p.note IS NOT NULL AND c.key IN (SELECT value FROM json_each(?))`,
    )
    .raw();
  return (claims) => {
    const rows = read.all(JSON.stringify(claims)) as Row[];
    return {
      passageByKey: new Map(
        rows.map(([claim, key, kind, start, end, at, section]) => [
          claim,
          { key, kind: PASSAGE_KINDS[kind] ?? 'paragraph', span: toSpan(start, end), at, section },
        ]),
      ),
      labelled: new Set(rows.flatMap(([, key, , , , , , label]) => (label === 1 ? [key] : []))),
    };
  };
}
