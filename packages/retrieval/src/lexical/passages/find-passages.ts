import type { MaybePromise } from '../../source/maybe-promise.ts';
import { RowsByNumber } from '../../source/rows-by-number.ts';
import type { CandidatePlan } from '../choose-terms.ts';
import type { LexicalSource, SeenKeys } from '../lexical-source.ts';
import type { ClaimPlace } from './passage-rows.ts';

/** If less than one in this number of candidates passes the filter, the search is widened. */
export const ENOUGH_SHARE = 4;
/** Passages that are asked about at once. */
const ASKED = 40;

export const EVERYTHING: SeenKeys = (keys) => new Set(keys);

/**
 * The passages the plan finds. Where a claim may be seen of few, the search goes on until there are enough or
 * nothing is left: what may not be seen, and words that were left out, never shorten the list.
 */
export async function findPassages(
  source: LexicalSource,
  plan: CandidatePlan,
  { limit, postings, seen }: { readonly limit: number; readonly postings: number; readonly seen: Visible },
): Promise<number[]> {
  const { rest } = plan;
  const best = await source.ranked(plan, limit);
  const first =
    best.length < limit && rest !== null ? union(best, await source.newest(rest, limit, null)) : [...best];
  const isAll = first.length < limit && rest === null;
  if (isAll || (await seen.hasAmong(first, limit / ENOUGH_SHARE))) return first;
  const few = (await source.rankedOfBands?.(plan)) ?? null;
  if (few !== null) {
    let found = await seen.among(first);
    // What hides them besides their band may hide nearly all: few at first, then more each time.
    for (let at = 0, end = limit; at < few.length && found.length < limit; at = end, end *= 4)
      found = union(found, await seen.among(few.slice(at, end)));
    return found.slice(0, limit);
  }
  let found = union(await seen.among(first), await seen.among(await source.ranked(plan, postings)));
  let page = rest === null ? [] : await source.newest(rest, postings, null);
  while (rest !== null && page.length > 0 && found.length * ENOUGH_SHARE < limit) {
    found = union(found, await seen.among(page));
    page = await source.newest(rest, postings, page.at(-1) as number);
  }
  return found.slice(0, limit);
}

/** The passages in which something may be seen, and what. */
export interface Visible {
  /** Asks about those that were not asked about. */
  readonly ask: (passages: readonly number[]) => Promise<unknown>;
  readonly among: (passages: readonly number[]) => Promise<number[]>;
  /** Reads what is likely to be asked next, where that is worth it. */
  readonly ahead: ((passages: readonly number[]) => Promise<unknown>) | undefined;
  /** True where at least a number of them may be seen; asks about no more of them than that takes. */
  readonly hasAmong: (passages: readonly number[], wanted: number) => Promise<boolean>;
  /** Of a passage that was asked about: true where a claim in it may be seen, or where none is in it and it may be seen all the same. */
  readonly isSeen: (passage: number) => boolean;
  /** Of a passage that was asked about. */
  readonly claimsOf: (passage: number) => readonly ClaimPlace[];
}

const NO_CLAIMS: readonly ClaimPlace[] = [];
const NOTHING_TO_ASK = Promise.resolve();

/** Of passages in which no claim is, those that may be seen. */
export type PassBare = (passages: readonly number[]) => MaybePromise<ReadonlySet<number>>;

/** Asks once about each passage, whatever the number of lists that it is in. */
export function createVisible(
  { claimsIn, readClaimsAhead }: LexicalSource,
  pass: SeenKeys,
  passBare?: PassBare,
): Visible {
  const claimsByPassage = new RowsByNumber<readonly ClaimPlace[]>();
  const bare = new Set<number>();
  const claimsOf = (passage: number) => claimsByPassage.get(passage) ?? NO_CLAIMS;
  const isSeen = (passage: number) => claimsOf(passage).length > 0 || bare.has(passage);
  const askAbout = async (unknown: readonly number[]): Promise<void> => {
    const places = await claimsIn(unknown);
    const visible = await pass(places.map(({ key }) => key));
    const found = new Map(unknown.map((key): [number, ClaimPlace[]] => [key, []]));
    if (passBare !== undefined) {
      const placed = new Set(places.map(({ passage }) => passage));
      const alone = unknown.filter((key) => !placed.has(key));
      if (alone.length > 0) for (const key of await passBare(alone)) bare.add(key);
    }
    for (const place of places) if (visible.has(place.key)) found.get(place.passage)?.push(place);
    // All at once: another question may have asked about the same meanwhile.
    for (const [key, claims] of found) claimsByPassage.set(key, claims);
  };
  const ask = (passages: readonly number[]): Promise<void> => {
    const unknown = passages.filter((key) => claimsByPassage.get(key) === undefined);
    return unknown.length > 0 ? askAbout(unknown) : NOTHING_TO_ASK;
  };
  return {
    ask,
    among: async (passages) => {
      await ask(passages);
      return passages.filter(isSeen);
    },
    ahead: readClaimsAhead,
    hasAmong: async (passages, wanted) => {
      let have = 0;
      for (let at = 0; at < passages.length && have < wanted; at += ASKED) {
        if (at > 0) await readClaimsAhead?.(passages.slice(at));
        const some = passages.slice(at, at + ASKED);
        await ask(some);
        for (const key of some) if (isSeen(key)) have++;
      }
      return have >= wanted;
    },
    isSeen,
    claimsOf,
  };
}

function union<Item>(items: readonly Item[], others: readonly unknown[]): Item[] {
  return [...new Set([...items, ...(others as readonly Item[])])];
}
