import type { MemoraError } from '@memora/core';
import { toWireText } from '@memora/privacy';
import { checkedEmbed, checkVectors } from '../embed/checked-embed.ts';
import type { Embedder } from '../embed/embedder.ts';
import type { Leg, LegRequest, ScoredKey } from '../retrieve/leg.ts';
import type { MaybePromise } from '../source/maybe-promise.ts';

/** Vectors that a leg looks among, wherever they are kept. */
export interface NearestVectors {
  /** The `limit` nearest to a vector of length 1, best first, ties by key. */
  readonly nearest: (query: Float32Array, limit: number) => Promise<readonly ScoredKey[]>;
  /** Where all are compared: the `limit` nearest, and how near the last of the `width` nearest is. Null where there are fewer. */
  readonly best?: (query: Float32Array, limit: number, width: number) => NearestOfAll | null;
  /** Where these are found sooner than by giving all: the `limit` nearest of what passes, and behind them the farthest that was compared. */
  readonly passing?: (query: Float32Array, limit: number) => Promise<readonly ScoredKey[]>;
  /** True while every vector is compared: asking for all of them costs little more than asking for some. */
  readonly comparesAll: () => boolean;
  readonly similarities: (
    query: Float32Array,
    keys: readonly number[],
  ) => MaybePromise<ReadonlyMap<number, number>>;
}

export interface NearestOfAll {
  readonly near: readonly ScoredKey[];
  readonly floor: number;
}

interface NearestLegOptions {
  readonly embedder: Embedder;
  /** Milliseconds a question waits for its embedding; 10,000 by default. */
  readonly queryTimeout?: number | undefined;
  /** The vectors as they are now; throws where there are none of this embedder. */
  readonly open: (request: Pick<LegRequest, 'renewed'>) => {
    readonly search: NearestVectors;
    readonly incomplete: () => MemoraError | null;
  };
}

const QUERY_TIMEOUT = 10_000;
/** The place in the list whose similarity counts for nothing. It holds whatever is wanted, so scores do not depend on that. */
const FLOOR_AT = 200;
/** If less than one in this number passes the filter, the search is widened. */
const ENOUGH_SHARE = 4;
/** A narrow filter may choose from this many times the wanted hits before the vectors run out for it. */
const WIDER = 8;

/** The leg that finds claims by the vectors nearest to that of the question. */
export function createNearestLeg({ embedder, queryTimeout = QUERY_TIMEOUT, open }: NearestLegOptions): Leg {
  return {
    name: 'vector',
    async find(question, { limit, pass, enough, renewed, signal }) {
      const { search: vectors, incomplete } = open({ renewed });
      const wire = toWireText({ text: question, band: 'private' }, embedder.place);
      if (wire === null || question.trim() === '') return { found: [], cut: false };
      const [query] = embedder.embedNow
        ? checkVectors(embedder.embedNow([wire]), 1, embedder.dimensions)
        : await checkedEmbed(embedder, [wire], { role: 'query', signal, timeout: queryTimeout });
      if (!query?.some((component) => component !== 0)) return { found: [], cut: false };
      if (enough !== undefined && !vectors.comparesAll()) {
        const scores = aboveLeast(await vectors.similarities(query, enough));
        const found = [...scores].map(([key, score]) => ({ key, score })).sort(byScore);
        return { found, cut: false, incomplete: incomplete() };
      }
      const width = Math.max(limit, FLOOR_AT);
      const scoresAbove = (floor: number) => async (keys: readonly number[]) => {
        const scores = new Map<number, number>();
        for (const [key, score] of await vectors.similarities(query, keys))
          scores.set(key, Math.max(0, score - floor));
        return scores;
      };
      const all = vectors.best?.(query, limit, width) ?? null;
      // Mostly all of the nearest may be seen, and nobody has to ask about the others.
      if (all !== null && (await pass(all.near.map(({ key }) => key))).size === all.near.length) {
        const { near, floor } = all;
        const found = near.map(({ key, score }) => ({ key, score: Math.max(0, score - floor) }));
        return { found, cut: false, incomplete: incomplete(), scoresFor: scoresAbove(floor) };
      }
      let near = await vectors.nearest(query, width);
      const first = near.slice(0, Math.max(limit, Math.ceil(width / ENOUGH_SHARE))).map(({ key }) => key);
      let passing = await pass(first);
      // Mostly all of the first may be seen, and nobody has to ask about the others.
      if (passing.size < first.length) passing = await pass(near.map(({ key }) => key));
      const isFull = near.length === width && passing.size * ENOUGH_SHARE < width;
      if (isFull) {
        // Where all are compared anyway, what may not be seen shortens nothing. A graph is asked for some more, and says so.
        near = await (vectors.passing?.(query, limit) ??
          vectors.nearest(query, vectors.comparesAll() ? Number.MAX_SAFE_INTEGER : width * WIDER));
        passing = await pass(near.map(({ key }) => key));
      }
      const isWhole = vectors.passing === undefined ? near.length < width * WIDER : passing.size >= limit;
      const isCut = isFull && !isWhole && !vectors.comparesAll() && passing.size * ENOUGH_SHARE < width;
      const visible = near.filter(({ key }) => passing.has(key)).slice(0, limit);
      // What the last candidate has in common with the question, nearly everything has: it counts for nothing.
      const floor = near.at(-1)?.score ?? 0;
      const aboveFloor = (score: number) => Math.max(0, score - floor);
      return {
        found: visible.map(({ key, score }) => ({ key, score: aboveFloor(score) })),
        cut: isCut,
        incomplete: incomplete(),
        scoresFor: scoresAbove(floor),
      };
    },
  };
}

/** What the last of them has in common with the question counts for nothing. */
function aboveLeast(scores: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const least = Math.min(...scores.values());
  return new Map([...scores].map(([key, score]) => [key, score - least]));
}

function byScore(a: ScoredKey, b: ScoredKey): number {
  return b.score - a.score || a.key - b.key;
}
