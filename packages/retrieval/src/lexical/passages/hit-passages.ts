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

/** Claim, passage, kind, start, end, at, section, snippet. */
export type HitPlaceRow = readonly [number, number, number, number, number, number, number, string | null];

/** Where the claims of hits stand. */
export interface HitPlaces {
  /** By the row keys of the claims; those that stand in no passage are left out. */
  readonly passageByKey: ReadonlyMap<number, HitPassage>;
  /** The first of the claims that say the same in whole sentences, word for word, by the row keys of the others and its own. What one alone says is left out. */
  readonly firstByKey: ReadonlyMap<number, number>;
}

/** Reads the passages in which claims stand, by their row keys; those first whose keys are lowest. */
export function preparePlaceRows(db: Sqlite.Database): (claims: readonly number[]) => HitPlaceRow[] {
  const read = db
    .prepare<[string], HitPlaceRow>(
      `SELECT c.key, p.key, p.kind, p.span_start, p.span_end, p.at, p.section, c.snippet
       FROM lexical_claims c JOIN lexical_passages p ON p.key = c.passage
       WHERE p.note IS NOT NULL AND c.key IN (SELECT value FROM json_each(?))`,
    )
    .raw();
  return (claims) => read.all(JSON.stringify(claims)) as HitPlaceRow[];
}

/** Where a claim stands, as its row says it. */
interface HitPlace {
  readonly claim: number;
  readonly passage: HitPassage;
  /** What it says, where that is a sentence; null for a value, which many notes have for themselves. */
  readonly sentence: string | null;
}

export function toHitPlace([claim, key, kind, start, end, at, section, text]: HitPlaceRow): HitPlace {
  return {
    claim,
    passage: { key, kind: PASSAGE_KINDS[kind] ?? 'section', span: toSpan(start, end), at, section },
    sentence: text === null || text.length < SHORTEST_SENTENCE ? null : text,
  };
}

/** Where claims stand, from the rows of a source. */
export function toHitPlaces(rows: readonly HitPlaceRow[]): HitPlaces {
  return joinHitPlaces(rows.map(toHitPlace));
}

/** In the order of their keys: which of two equal sentences is the first one hangs on it. */
export function joinHitPlaces(places: Iterable<HitPlace>): HitPlaces {
  const passageByKey = new Map<number, HitPassage>();
  const firstByKey = new Map<number, number>();
  const keyByText = new Map<string, number>();
  for (const { claim, passage, sentence } of places) {
    passageByKey.set(claim, passage);
    if (sentence === null) continue;
    const first = keyByText.get(sentence);
    if (first === undefined) keyByText.set(sentence, claim);
    else firstByKey.set(first, first).set(claim, first);
  }
  return { passageByKey, firstByKey };
}

/** Shorter texts are values: "Status: done". */
const SHORTEST_SENTENCE = 40;
