import type { ClaimId } from '@memora/core';
import { verifyDraft } from '../../answer/verify-draft.ts';
import { nameJudge } from '../../answer/wrote-it.ts';
import type { WordingPorts } from './word-claims.ts';

/** Cited sentences of a model that no judge doubts. */
export interface JudgedSentences {
  readonly sentences: readonly string[];
  /** The judge's name; null if none is set. */
  readonly judge: string | null;
  /** The number of sentences that the judge supports. It is not asked about a note's own words. */
  readonly judged: number;
  /** The number of sentences without a verdict. */
  readonly unjudged: number;
}

/**
 * If a judge is set, asks it in one call whether the sentences follow from their citations, and leaves out
 * each one that it doubts. `allowedIds` are the claims that may be cited.
 */
export async function judgeSentences(
  sentences: readonly string[],
  allowedIds: readonly ClaimId[],
  signal: AbortSignal | undefined,
  ports: WordingPorts,
): Promise<JudgedSentences> {
  const judge = sentences.length === 0 ? null : nameJudge(await ports.judge());
  if (judge === null) return { sentences, judge: null, judged: 0, unjudged: 0 };
  const lines = sentences.map((sentence) => `- ${sentence}\n`);
  const report = await verifyDraft(lines.join(''), allowedIds, { signal, judge, policy: 'mark' }, ports);
  const ends: number[] = [];
  for (const line of lines) ends.push((ends.at(-1) ?? 0) + line.length);
  const ofLine = Map.groupBy(
    report.statements.filter(({ kind }) => kind === 'claim'),
    ({ offset }) => ends.findIndex((end) => offset.utf16 < end),
  );
  const kept = sentences.flatMap((sentence, i) => {
    const statements = ofLine.get(i) ?? [];
    const isDoubted = statements.some(
      ({ status, wording, judgement }) =>
        status !== 'verified' ||
        (wording !== 'quoted' && judgement !== 'supported' && judgement !== 'not_judged'),
    );
    const others = statements.filter(({ wording }) => wording !== 'quoted');
    const isOpen = others.some(({ judgement }) => judgement === 'not_judged');
    return isDoubted ? [] : [{ sentence, isOpen, isJudged: others.length > 0 && !isOpen }];
  });
  return {
    sentences: kept.map(({ sentence }) => sentence),
    judge: judge.name,
    judged: kept.filter(({ isJudged }) => isJudged).length,
    unjudged: kept.filter(({ isOpen }) => isOpen).length,
  };
}
