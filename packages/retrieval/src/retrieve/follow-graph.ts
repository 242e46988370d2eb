import type { GraphExpansion } from '../graph/create-graph-expansion.ts';
import { WEIGHTS } from '../weights.ts';
import type { LegAnswer } from './ask-legs.ts';
import type { LegRequest } from './leg.ts';

export const GRAPH = 'graph';
/** The number of claims from which the graph is followed. */
export const SEEDS = 12;
/** The number of reached claims that the other legs score, because reading them again takes most of the time. */
export const REACHED = 60;

interface GraphAnswer {
  /** The legs' answers including the reached claims, and a `graph` answer; unchanged if nothing was reached. */
  readonly answers: readonly LegAnswer[];
  /** Row keys on the way from a claim that was found to the one reached. */
  readonly pathByKey: ReadonlyMap<number, readonly number[]>;
}

/** Follows the graph from the best claims so far, and has the legs score how well each reached claim fits the question. */
export async function followGraph(
  expand: GraphExpansion,
  answers: readonly LegAnswer[],
  fused: ReadonlyMap<number, number>,
  pass: LegRequest['pass'],
): Promise<GraphAnswer> {
  const visible = await pass([...fused.keys()]);
  const seeds = [...fused]
    .flatMap(([key, score]) => {
      const row = visible.get(key);
      return row && score > 0 ? [{ key, score, id: row.id }] : [];
    })
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, SEEDS);
  const reached = [...(await expand(seeds, pass)).values()]
    .sort((a, b) => b.activation - a.activation || a.key - b.key)
    .slice(0, REACHED);
  if (reached.length === 0) return { answers, pathByKey: new Map() };
  const keys = reached.map(({ key }) => key);
  const graph: LegAnswer = {
    name: GRAPH,
    scores: new Map(reached.map(({ key, activation }) => [key, activation])),
    ranks: new Map(keys.map((key, i) => [key, i + 1])),
    coverageOf: () => undefined,
    cut: false,
  };
  return {
    answers: [...(await Promise.all(answers.map((answer) => withScoresOf(answer, keys)))), graph],
    pathByKey: new Map(reached.map(({ key, path }) => [key, path])),
  };
}

async function withScoresOf(answer: LegAnswer, keys: readonly number[]): Promise<LegAnswer> {
  const missing = keys.filter((key) => !answer.scores.has(key));
  const more = await answer.scoresOfReached?.(missing);
  return more ? { ...answer, scores: new Map([...answer.scores, ...more]) } : answer;
}

/**
 * Adds activation to each claim's score, up to just below the claim it was reached from: the best direct hit stays first, and a reached claim ranks
 * after its origin. Unlike the legs' scores, activation is not scaled to its best, so that a small one stays small.
 */
export function addActivation(
  fused: ReadonlyMap<number, number>,
  { answers, pathByKey }: GraphAnswer,
  weight: number,
): Map<number, number> {
  const sums = new Map(fused);
  for (const [key, activation] of answers.find(({ name }) => name === GRAPH)?.scores ?? []) {
    const own = fused.get(key) ?? 0;
    const [seed = key] = pathByKey.get(key) ?? [];
    const most = WEIGHTS.behind * (fused.get(seed) ?? 0);
    sums.set(key, Math.max(own, Math.min(own + weight * activation, most)));
  }
  return sums;
}
