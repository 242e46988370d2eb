import type { PassageKind } from '@memora/claims';
import type * as Sqlite from '@memora/claims/sqlite';
import { type Span, toSpan } from '@memora/core';
import { prepareRaw } from '../../queries/prepare-query.ts';
import { PASSAGE_KINDS } from './passage-writer.ts';

/** The block of a note that contains a claim. All of it has the claim's band. */
export interface HitPassage {
  /** Equal for claims of one passage, until its note is indexed again. */
  readonly key: number;
  readonly kind: PassageKind;
  /** Bytes of the note file as last indexed. The passage is never of a stricter band than the claim. */
  readonly span: Span;
  /** Index of the passage in its note, from 0. */
  readonly at: number;
  /** Equal for passages of a note under the same heading. */
  readonly section: number;
}

/** The row of a claim's place: claim, passage, kind, start, end, at, section, snippet. */
export type HitPlaceRow = readonly [number, number, number, number, number, number, number, string | null];

/** Passages of hits, and their repeated sentences. */
export interface HitPlaces {
  /** By the claims' row keys. Claims without a passage are left out. */
  readonly passageByKey: ReadonlyMap<number, HitPassage>;
  /** Maps the row key of each claim whose sentence is repeated word for word to the first claim with that sentence. Unique sentences are left out. */
  readonly firstByKey: ReadonlyMap<number, number>;
}

/** Reads the passages that contain claims, by the claims' row keys, in key order. */
export function preparePlaceRows(db: Sqlite.Database): (claims: readonly number[]) => HitPlaceRow[] {
  const read = prepareRaw(db, 'hitPlaces');
  return (claims) => read.all(JSON.stringify(claims)) as unknown as HitPlaceRow[];
}

/** The place of a claim, parsed from its row. */
interface HitPlace {
  readonly claim: number;
  readonly passage: HitPassage;
  /** The claim's sentence; null for a short value, which many notes have independently. */
  readonly sentence: string | null;
}

export function toHitPlace([claim, key, kind, start, end, at, section, text]: HitPlaceRow): HitPlace {
  return {
    claim,
    passage: { key, kind: PASSAGE_KINDS[kind] ?? 'section', span: toSpan(start, end), at, section },
    sentence: text === null || text.length < SHORTEST_SENTENCE ? null : text,
  };
}

/** Converts the rows of a source to the places of claims. */
export function toHitPlaces(rows: readonly HitPlaceRow[]): HitPlaces {
  return joinHitPlaces(rows.map(toHitPlace));
}

/** Joins places in the order of their keys, because the first of two equal sentences depends on it. */
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

/** Minimum length in UTF-16 units. Shorter texts are values: "Status: done". */
const SHORTEST_SENTENCE = 40;
