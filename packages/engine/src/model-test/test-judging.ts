import { canDecide, type Judge, type JudgeReply, type JudgeRequest } from '@memora/validator/judge';
import type { ModelMeter } from './meter-model.ts';
import { isGoodJudge, type JudgingTest } from './model-test.ts';
import { readTestPassage } from './test-notes.ts';
import { TEST_SENTENCES } from './test-sentences.ts';

/** The maximum number of statements in an answer. */
export const JUDGED_BATCH = 12;

/** Asks a judge about the sentences of the test, in the order of their notes. */
export async function testJudging(
  judge: Judge,
  { take }: Pick<ModelMeter, 'take'>,
  { signal, onStep }: { readonly signal: AbortSignal | undefined; readonly onStep: () => void },
): Promise<JudgingTest> {
  const verdicts = new Map<number, JudgeReply>();
  for (let from = 0; from < TEST_SENTENCES.length; from += JUDGED_BATCH) {
    const request = toRequest(from);
    const replies = await judge.judge(request, { signal }).catch((error: unknown) => {
      signal?.throwIfAborted();
      if ((error as { code?: unknown }).code !== 'JUDGE_FAILED') throw error;
      return [];
    });
    for (const reply of replies) if (isProven(reply, request)) verdicts.set(from + reply.index, reply);
    onStep();
  }
  const isKept = (_: unknown, at: number): boolean => verdicts.get(at)?.verdict === 'supported';
  const shareKept = (holds: boolean): number => {
    const kept = TEST_SENTENCES.map(isKept).filter((kept, at) => kept && TEST_SENTENCES[at]?.holds === holds);
    return kept.length / TEST_SENTENCES.filter((each) => each.holds === holds).length;
  };
  const figures = { trueKept: shareKept(true), liesKept: shareKept(false) };
  return {
    good: isGoodJudge(figures),
    ...figures,
    sentences: TEST_SENTENCES.length,
    notJudged: TEST_SENTENCES.length - verdicts.size,
    cost: take(),
  };
}

function toRequest(from: number): JudgeRequest {
  return {
    today: '2026-03-09',
    statements: TEST_SENTENCES.slice(from, from + JUDGED_BATCH).map(({ note, heading, text }, index) => {
      const { text: passage, context } = readTestPassage(note, heading);
      return { index, text, evidence: [{ quote: passage, passage, context, band: 'public' }] };
    }),
  };
}

/** As in an answer, support counts only with words that decide. */
function isProven({ index, verdict, quote }: JudgeReply, { statements }: JudgeRequest): boolean {
  const evidence = statements[index]?.evidence ?? [];
  return verdict !== 'supported' || canDecide(quote ?? '', evidence);
}
