import type { MaybePromise } from '../../source/maybe-promise.ts';
import { RowsByNumber } from '../../source/rows-by-number.ts';
import type { CandidatePlan } from '../choose-terms.ts';
import type { LexicalSource, SeenKeys } from '../lexical-source.ts';
import type { ClaimPlace } from './passage-rows.ts';

/** The search is widened if fewer than one in this many candidates passes the filter. */
export const ENOUGH_SHARE = 4;
/** The number of passages per visibility request. */
const ASKED = 40;

export const EVERYTHING: SeenKeys = (keys) => new Set(keys);

/**
 * Returns the passages of a plan. If few of them are visible, the search continues until there are enough or nothing is left: hidden claims and
 * skipped words never shorten the list.
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
    // Filters other than the band may hide nearly everything, so few passages are read at first, then more
    // each time.
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

/** Which passages have visible claims, and which claims. */
export interface Visible {
  /** Requests the passages that are not known yet. */
  readonly ask: (passages: readonly number[]) => Promise<unknown>;
  readonly among: (passages: readonly number[]) => Promise<number[]>;
  /** Reads ahead what will probably be requested, if that is worthwhile. */
  readonly ahead: ((passages: readonly number[]) => Promise<unknown>) | undefined;
  /** True if at least `wanted` of them are visible. Requests no more of them than needed. */
  readonly hasAmong: (passages: readonly number[], wanted: number) => Promise<boolean>;
  /** For a requested passage: true if one of its claims is visible, or if it has none and is visible itself. */
  readonly isSeen: (passage: number) => boolean;
  /** Returns the visible claims of a requested passage. */
  readonly claimsOf: (passage: number) => readonly ClaimPlace[];
}

const NO_CLAIMS: readonly ClaimPlace[] = [];
const NOTHING_TO_ASK = Promise.resolve();

/** Returns the visible ones among passages without claims. */
export type PassBare = (passages: readonly number[]) => MaybePromise<ReadonlySet<number>>;

/** Requests each passage once, however many lists contain it. */
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
    // Set all at once: another question may have requested the same passages in the meantime.
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

export function union<Item>(items: readonly Item[], others: readonly unknown[]): Item[] {
  return [...new Set([...items, ...(others as readonly Item[])])];
}
