import type { Span } from '@memora/core';
import { type ChangeEntry, tokensOfEntry } from '../../relate/changes/build-change-prompt.ts';
import type { FoundPlace, OlderSearch } from '../../relate/changes/change-relation.ts';
import type { ChangeNote, ReadChangeNote } from './open-change-notes.ts';

/** An older passage and its note. */
export interface OlderEntry {
  readonly of: ChangeNote;
  readonly entry: ChangeEntry;
}

interface ChooseOlderOptions {
  readonly search: OlderSearch;
  readonly read: ReadChangeNote;
  /** Returns the span of a live claim in its note; null if no live claim has this row key. */
  readonly spanOfClaim: (key: number) => Span | null;
  /** Maximum tokens for the note's own lines among the older passages. */
  readonly ownTokens: number;
  /** Maximum number of passages. */
  readonly most: number;
}

/** Results for each sentence. */
const RESULTS_OF_SENTENCE = 25;

/**
 * Returns the passages that a note may change, most promising first: its own lines, because pages are edited as things change, then the search results of its
 * sentences: the first of each, then the second of each.
 */
export async function chooseOlder(
  note: ChangeNote,
  fresh: readonly ChangeEntry[],
  { search, read, spanOfClaim, ownTokens, most }: ChooseOlderOptions,
): Promise<OlderEntry[]> {
  const chosen = new Map<ChangeEntry, ChangeNote>();
  let room = ownTokens;
  for (const entry of note.entries) {
    room -= tokensOfEntry(entry);
    if (room < 0) break;
    chosen.set(entry, note);
  }
  const within = fresh.map(({ window }) => window.span);
  const lists = search.find({ note: note.key, within, limit: RESULTS_OF_SENTENCE });
  const isFresh = new Set(fresh);
  for (const { note: key, claim, ...passage } of inTurn(lists)) {
    if (chosen.size >= most) break;
    const of = await read(key);
    const span = (claim === null ? null : spanOfClaim(claim)) ?? passage.span;
    const entry = of?.entries.find(
      ({ window }) => window.span.start < span.end && span.start < window.span.end,
    );
    if (of === null || entry === undefined || chosen.has(entry) || isFresh.has(entry)) continue;
    chosen.set(entry, of);
  }
  return [...chosen].map(([entry, of]) => ({ of, entry }));
}

/** Yields the first of each list, then the second of each, and so on, without duplicates. */
function* inTurn(lists: readonly (readonly FoundPlace[])[]): Generator<FoundPlace> {
  const seen = new Set<string>();
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let rank = 0; rank < longest; rank++) {
    for (const list of lists) {
      const place = list[rank];
      const key = `${place?.note} ${place?.span.start} ${place?.claim}`;
      if (place === undefined || seen.has(key)) continue;
      seen.add(key);
      yield place;
    }
  }
}
