import type { MemoraError } from '@memora/core';
import { toWireText } from '@memora/privacy';
import { checkedEmbed, checkVectors } from '../embed/checked-embed.ts';
import type { Embedder } from '../embed/embedder.ts';
import type { Leg, LegRequest, ScoredKey } from '../retrieve/leg.ts';
import type { MaybePromise } from '../source/maybe-promise.ts';

/** The vectors that a leg searches, wherever they are stored. */
export interface NearestVectors {
  /** Returns the `limit` nearest to a vector of length 1, best first, ties by key. */
  readonly nearest: (query: Float32Array, limit: number) => Promise<readonly ScoredKey[]>;
  /** If all vectors are compared: returns the `limit` nearest, and the score of the last of the `width` nearest. Null if there are fewer. */
  readonly best?: (query: Float32Array, limit: number, width: number) => NearestOfAll | null;
  /** If filtering first is faster: returns the `limit` nearest that pass, followed by the farthest that was compared. */
  readonly passing?: (query: Float32Array, limit: number) => Promise<readonly ScoredKey[]>;
  /** True while every vector is compared, so that requesting all costs little more than requesting some. */
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
  /** Milliseconds that a question waits for its embedding; 10,000 by default. */
  readonly queryTimeout?: number | undefined;
  /** Opens the current vectors; throws if there are none of this embedder. */
  readonly open: (request: Pick<LegRequest, 'renewed'>) => {
    readonly search: NearestVectors;
    readonly incomplete: () => MemoraError | null;
  };
}

const QUERY_TIMEOUT = 10_000;
/** The rank whose similarity counts as zero. It does not depend on the number of requested hits, so neither do scores. */
const FLOOR_AT = 200;
/** The search is widened if fewer than one result in this many passes the filter. */
const ENOUGH_SHARE = 4;
/** With a narrow filter, the search may consider this many times the requested hits. */
const WIDER = 8;

/** Creates the leg that finds claims by the vectors nearest to the question's. */
export function createNearestLeg({ embedder, queryTimeout = QUERY_TIMEOUT, open }: NearestLegOptions): Leg {
  return {
    name: 'vector',
    async find(question, { limit, pass, few, enough, renewed, signal }) {
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
      if (few != null) {
        const compared = [...(await vectors.similarities(query, [...few]))]
          .map(([key, score]) => ({ key, score }))
          .sort(byScore)
          .slice(0, width);
        const floor = compared.at(-1)?.score ?? 0;
        const passing = await pass(compared.map(({ key }) => key));
        const found = compared
          .filter(({ key }) => passing.has(key))
          .slice(0, limit)
          .map(({ key, score }) => ({ key, score: score - floor }));
        return { found, cut: false, incomplete: incomplete(), scoresFor: scoresAbove(floor) };
      }
      const all = vectors.best?.(query, limit, width) ?? null;
      // Usually all of the nearest are visible, and the others need no check.
      if (all !== null && (await pass(all.near.map(({ key }) => key))).size === all.near.length) {
        const { near, floor } = all;
        const found = near.map(({ key, score }) => ({ key, score: Math.max(0, score - floor) }));
        return { found, cut: false, incomplete: incomplete(), scoresFor: scoresAbove(floor) };
      }
      let near = await vectors.nearest(query, width);
      const first = near.slice(0, Math.max(limit, Math.ceil(width / ENOUGH_SHARE))).map(({ key }) => key);
      let passing = await pass(first);
      // Usually all of the first are visible, and the others need no check.
      if (passing.size < first.length) passing = await pass(near.map(({ key }) => key));
      const isFull = near.length === width && passing.size * ENOUGH_SHARE < width;
      if (isFull) {
        // If all are compared anyway, hidden claims do not shorten the result. A graph is asked for a few more, and reports it.
        near = await (vectors.passing?.(query, limit) ??
          vectors.nearest(query, vectors.comparesAll() ? Number.MAX_SAFE_INTEGER : width * WIDER));
        passing = await pass(near.map(({ key }) => key));
      }
      const isWhole = vectors.passing === undefined ? near.length < width * WIDER : passing.size >= limit;
      const isCut = isFull && !isWhole && !vectors.comparesAll() && passing.size * ENOUGH_SHARE < width;
      const visible = near.filter(({ key }) => passing.has(key)).slice(0, limit);
      // Nearly all vectors are as similar to the question as the last candidate is, so its similarity counts
      // as zero.
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

/** Subtracts the similarity of the last candidate, which counts as zero. */
function aboveLeast(scores: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const least = Math.min(...scores.values());
  return new Map([...scores].map(([key, score]) => [key, score - least]));
}

function byScore(a: ScoredKey, b: ScoredKey): number {
  return b.score - a.score || a.key - b.key;
}
