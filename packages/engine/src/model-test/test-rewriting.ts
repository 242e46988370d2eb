import { rewriteQuestion } from '../answer/model/rewrite-question.ts';
import type { ChatModel } from '../models/chat-model.ts';
import type { ModelMeter } from './meter-model.ts';
import { ENOUGH, type RewritingTest } from './model-test.ts';
import { TEST_QUESTIONS } from './test-questions.ts';

/** Asks the model for search words, as `retrieval.rewrite` does, without showing it a note. */
export async function testRewriting(
  model: ChatModel,
  { take }: Pick<ModelMeter, 'take'>,
  { signal, onStep }: { readonly signal: AbortSignal | undefined; readonly onStep: () => void },
): Promise<RewritingTest> {
  let found = 0;
  let unreadable = 0;
  take();
  for (const { question, needs } of TEST_QUESTIONS) {
    const { rewritten } = await rewriteQuestion(question, [], model, signal === undefined ? {} : { signal });
    if (rewritten === null) unreadable++;
    const words = rewritten?.words.normalize('NFKC').toLowerCase() ?? '';
    if (needs.some((word) => words.includes(word))) found++;
    onStep();
  }
  const questions = TEST_QUESTIONS.length;
  return { good: found / questions >= ENOUGH.rewriting, found, questions, unreadable, cost: take() };
}
