import { MemoraError } from '@memora/core';
import type { Coverage, Leg, LegRequest, LegResult, ScoredKey } from './leg.ts';

/** The answer of a leg. */
export interface LegAnswer {
  readonly name: string;
  readonly scores: ReadonlyMap<number, number>;
  /** Ranks in the leg's own list, from 1. */
  readonly ranks: ReadonlyMap<number, number>;
  /** Returns how much of the question a claim contains, if the leg knows. */
  readonly coverageOf: (key: number) => Coverage | undefined;
  readonly cut: boolean;
  readonly apart?: boolean;
  /** Scores keys that are reached after all legs have answered. */
  readonly scoresOfReached?: LegResult['scoresOfReached'];
}

/**
 * Asks every leg. A leg that throws is skipped and its error code is reported, as is a leg that could not search every claim: a broken embedder
 * costs only its own leg, never the answer. If the lexical leg fails, its error is thrown. If `isEnough` is given, words are searched first, and if
 * they find enough, the other legs receive what they found.
 */
export async function askLegs(
  legs: readonly Leg[],
  question: string,
  request: LegRequest,
  isEnough?: (words: readonly ScoredKey[]) => boolean,
): Promise<{ readonly answers: readonly LegAnswer[]; readonly reasons: readonly string[] }> {
  const reasons: string[] = [];
  const ask = async (leg: Leg, asked: LegRequest) => {
    try {
      const result = await leg.find(question, asked);
      if (result.incomplete) reasons.push(toReason(leg.name, result.incomplete));
      return { name: leg.name, result };
    } catch (error) {
      if (leg.name === 'lexical') throw error;
      request.signal?.throwIfAborted();
      reasons.push(toReason(leg.name, error));
      return null;
    }
  };
  const words = isEnough && legs.find(({ name }) => name === 'lexical');
  const byWords = words && (await ask(words, request));
  const found = byWords?.result.found ?? [];
  const others: LegRequest = isEnough?.(found)
    ? { ...request, enough: found.map(({ key }) => key) }
    : request;
  const results = await Promise.all(legs.map((leg) => (leg === words ? byWords : ask(leg, others))));
  const answered = results.filter((result) => result != null);
  const lists = answered.map(({ name, result }) => ({ name, result, ...putByKey(result.found) }));
  const answers = await Promise.all(
    lists.map(async ({ name, result, scores, ranks }): Promise<LegAnswer> => {
      const missing = result.scoresFor === undefined ? [] : missingIn(scores, lists);
      if (missing.length > 0)
        for (const [key, score] of (await result.scoresFor?.(missing)) ?? []) scores.set(key, score);
      const coverageOf = (key: number) => {
        const rank = ranks.get(key);
        return rank === undefined ? undefined : result.found[rank - 1]?.covers;
      };
      const scoresOfReached = result.scoresOfReached ?? result.scoresFor;
      const { cut, apart = false } = result;
      return { name, scores, ranks, coverageOf, cut, apart, scoresOfReached };
    }),
  );
  return { answers, reasons: reasons.sort() };
}

function putByKey(found: readonly ScoredKey[]) {
  const scores = new Map<number, number>();
  const ranks = new Map<number, number>();
  for (let i = 0; i < found.length; i++) {
    const { key, score } = found[i] as ScoredKey;
    scores.set(key, score);
    ranks.set(key, i + 1);
  }
  return { scores, ranks };
}

/** Returns the keys of the other lists that this one lacks, each once. */
function missingIn(
  scores: ReadonlyMap<number, number>,
  lists: readonly { readonly ranks: ReadonlyMap<number, number> }[],
): readonly number[] {
  const missing: number[] = [];
  lists.forEach(({ ranks }, i) => {
    for (const key of ranks.keys()) {
      // With only two lists, no key can occur twice.
      const isNew = lists.length < 3 || !lists.slice(0, i).some((other) => other.ranks.has(key));
      if (isNew && !scores.has(key)) missing.push(key);
    }
  });
  return missing;
}

/** Only messages of MemoraErrors are shown, because others may contain text of the question or of a note. */
export function toReason(leg: string, error: unknown): string {
  return `${leg}: ${MemoraError.isInstance(error) ? `${error.code}: ${error.message}` : 'failed'}`;
}
