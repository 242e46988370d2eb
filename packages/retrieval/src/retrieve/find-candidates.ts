import type { CandidateRow } from '@memora/claims';
import type { Candidate } from '../fusion/diversify.ts';
import { fuseScores } from '../fusion/fuse-scores.ts';
import { nthLowest } from '../fusion/nth-lowest.ts';
import type { GraphExpansion } from '../graph/create-graph-expansion.ts';
import { WEIGHTS } from '../weights.ts';
import { askLegs, type LegAnswer } from './ask-legs.ts';
import { addActivation, followGraph, GRAPH } from './follow-graph.ts';
import type { Leg, LegRequest, ScoredKey } from './leg.ts';

interface CandidateFinderOptions {
  readonly legs: readonly Leg[];
  readonly expand: GraphExpansion | null;
  readonly graphWeight: number;
  /** Weights by leg name. The lexical leg gets the rest of 1. */
  readonly weights: Readonly<Record<string, number>>;
  /** The minimum number of candidates per leg. */
  readonly candidates: number;
  /** True if other legs can skip the search when words found enough. */
  readonly wordsFirst: boolean;
}

interface FoundCandidates {
  /** In no particular order. If words found enough, it contains only the claims that words found. */
  readonly candidates: readonly Candidate[];
  /**
   * The remaining candidates if words found enough: none of them scores above `most`. Null if `candidates`
   * contains all.
   */
  readonly others: { readonly most: number; readonly withThem: () => readonly Candidate[] } | null;
  readonly answers: readonly LegAnswer[];
  /** Row keys on the way from a claim that was found to one reached over the graph. */
  readonly pathByKey: ReadonlyMap<number, readonly number[]>;
  readonly reasons: readonly string[];
}

interface FindRequest extends Omit<LegRequest, 'limit'> {
  /** The rows that have passed so far. */
  readonly rowByKey: ReadonlyMap<number, CandidateRow>;
}

/** Candidates per leg: these are scored exactly, before diversity and the cut to `k`. */
export const DEFAULT_OFFERED = 120;
/** If one fact fills the legs' lists, request this many times more, up to a maximum. */
const WIDER = 8;
const MOST_CANDIDATES = 10_000;

/**
 * Asks the legs, fuses their lists, follows the graph from the best, and fuses again. A fact repeated more often than a leg returns candidates would
 * hide all others, so the legs are then asked for more.
 */
export function createCandidateFinder(
  options: CandidateFinderOptions,
): (question: string, k: number, request: FindRequest) => Promise<FoundCandidates> {
  return async (question, k, request) => {
    let limit = Math.max(options.candidates, 4 * k);
    let found = await findOnce(question, k, limit, request, options);
    while (limit < MOST_CANDIDATES && isOneFact(found, k, limit)) {
      limit *= WIDER;
      found = await findOnce(question, k, limit, request, options);
    }
    return found;
  };
}

async function findOnce(
  question: string,
  k: number,
  limit: number,
  { rowByKey, ...request }: FindRequest,
  { legs, expand, graphWeight, weights, wordsFirst }: CandidateFinderOptions,
): Promise<FoundCandidates> {
  const { pass, gone } = request;
  let isByWords = false;
  const { answers: asked, reasons } = await askLegs(
    legs,
    question,
    { ...request, limit },
    wordsFirst
      ? (words) => {
          isByWords = isEnough(words, k, rowByKey);
          return isByWords;
        }
      : undefined,
  );
  const toCandidates = (scores: ReadonlyMap<number, number>): Candidate[] => {
    const candidates: Candidate[] = [];
    scores.forEach((score, key) => {
      const row = score > 0 ? rowByKey.get(key) : undefined;
      if (row !== undefined) candidates.push({ key, score, id: row.id, said: row.said });
    });
    return candidates;
  };
  const lists = toLists(asked, weights);
  const words = lists.find(({ name }) => name === 'lexical');
  if (isByWords && words !== undefined && expand === null && gone.size === 0) {
    const sumOf = (some: typeof lists) => some.reduce((sum, { weight }) => sum + weight, 0);
    const byVectors = sumOf(lists.filter((list) => list !== words)) / sumOf(lists);
    const fused = fuseScores(lists, words.scores);
    const isApart = asked.some(({ name, apart }) => name === 'lexical' && apart === true);
    const best = isApart ? cutBehind(fused, k + SPARE) : null;
    const few = best === null ? null : toCandidates(best.scores);
    const isCut = best !== null && few !== null && holdsFacts(few, k);
    return {
      candidates: isCut ? few : toCandidates(fused),
      others: {
        most: isCut ? Math.max(byVectors, best.most) : byVectors,
        withThem: () => toCandidates(fuseScores(lists)),
      },
      answers: asked,
      pathByKey: new Map(),
      reasons,
    };
  }
  const found = fuseScores(lists);
  if (gone.size > 0) await pass([...found.keys()].filter((key) => gone.has(key)));
  const reached = expand && (await followGraph(expand, asked, found, pass));
  const { answers, pathByKey } = reached ?? { answers: asked, pathByKey: new Map() };
  const fused = reached ? addActivation(fuseScores(toLists(answers, weights)), reached, graphWeight) : found;
  return { candidates: toCandidates(fused), others: null, answers, pathByKey, reasons };
}

/** The additional candidates from words that are checked before all are, because some repeat others. */
const SPARE = 9;

/** Returns the best of some scores and the highest of the rest; null if there is no rest. */
function cutBehind(
  scores: ReadonlyMap<number, number>,
  count: number,
): { readonly scores: ReadonlyMap<number, number>; readonly most: number } | null {
  if (scores.size <= count) return null;
  const least = nthLowest(Float64Array.from(scores.values()), scores.size - count);
  const best = new Map<number, number>();
  let most = 0;
  scores.forEach((score, key) => {
    if (score >= least) best.set(key, score);
    else if (score > most) most = score;
  });
  return { scores: best, most };
}

/** A claim found by words with at least this share of the best score ranks above every claim found by vectors alone, even if it repeats an earlier one. */
const FAR_ABOVE = 0.25;

/** True if words found `k` facts that no claim outside the words' results can outrank: other legs count for a tenth, see `DEFAULT_WEIGHTS`. */
function isEnough(words: readonly ScoredKey[], k: number, rowByKey: FindRequest['rowByKey']): boolean {
  const best = words.reduce((most, { score }) => Math.max(most, score), 0);
  const facts = new Set<number | string>();
  for (const { key, score } of words) {
    if (facts.size >= k) break;
    if (score >= FAR_ABOVE * best) facts.add(rowByKey.get(key)?.said ?? `${key}`);
  }
  return facts.size >= k;
}

/** True if a leg returned as many as requested, and they contain too few different facts. */
function isOneFact({ candidates, answers }: FoundCandidates, k: number, limit: number): boolean {
  const isFull = answers.some(({ name, ranks }) => name !== GRAPH && ranks.size >= limit);
  return isFull && !holdsFacts(candidates, k);
}

/** True if the candidates contain `k` different facts. */
function holdsFacts(candidates: readonly Candidate[], k: number): boolean {
  const said = new Set<number>();
  let own = 0;
  for (const each of candidates) {
    if (said.size + own >= k) return true;
    if (each.said === null) own++;
    else said.add(each.said);
  }
  return said.size + own >= k;
}

function toLists(answers: readonly LegAnswer[], weights: Readonly<Record<string, number>>) {
  const legs = answers.filter(({ name }) => name !== GRAPH);
  const others = legs.filter(({ name }) => name !== 'lexical');
  const weightOf = (name: string) => weights[name] ?? DEFAULT_WEIGHTS[name] ?? 0;
  const rest = Math.max(0, 1 - others.reduce((sum, { name }) => sum + weightOf(name), 0));
  return legs.map(({ name, scores }) => ({
    name,
    scores,
    weight: name === 'lexical' ? rest : weightOf(name),
  }));
}

export const DEFAULT_WEIGHTS = WEIGHTS.legs;
