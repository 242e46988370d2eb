import type { GraphExpansion } from '../graph/create-graph-expansion.ts';
import { WEIGHTS } from '../weights.ts';
import type { LegAnswer } from './ask-legs.ts';
import type { LegRequest } from './leg.ts';

export const GRAPH = 'graph';
/** From where the graph is followed. */
export const SEEDS = 12;
/** Claims reached that the other legs are asked about: reading them again is most of the cost. */
export const REACHED = 60;

interface GraphAnswer {
  /** The legs' answers with what was reached, and one more, `graph`; as they were where nothing was. */
  readonly answers: readonly LegAnswer[];
  /** Row keys from the claim that the question found to the one reached. */
  readonly pathByKey: ReadonlyMap<number, readonly number[]>;
}

/** Follows the graph from the best claims so far, and asks the legs how well what is reached fits the question itself. */
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
 * Adds to each claim what activation arrived there, up to just below the claim it came from: the best that the question itself
 * found stays the first, and what is reached takes its place behind where it was reached from. Activation is not scaled to its best, as the legs' scores are: little
 * is to stay little.
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
