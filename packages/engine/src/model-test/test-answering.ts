import type { Memory } from '../memory.ts';
import type { ModelMeter } from './meter-model.ts';
import { type AnsweringTest, ENOUGH } from './model-test.ts';
import { TEST_QUESTIONS } from './test-questions.ts';

/** Reasons that mean an answer contains no words of the model. */
const NOT_ITS_OWN = new Set(['extractive_fallback', 'nothing_supported', 'no_model']);

/** Asks the questions of the test as `memory.ask` does, so that only the checked text counts. */
export async function testAnswering(
  memory: Pick<Memory, 'ask'>,
  { take }: Pick<ModelMeter, 'take'>,
  { signal, onStep }: { readonly signal: AbortSignal | undefined; readonly onStep: () => void },
): Promise<AnsweringTest> {
  let right = 0;
  let refused = 0;
  take();
  for (const { question, says } of TEST_QUESTIONS) {
    const { cleanText, degradedReasons } = await memory.ask(question, signal === undefined ? {} : { signal });
    const isItsOwn = !degradedReasons.some((reason) => NOT_ITS_OWN.has(reason));
    const isAbstained = degradedReasons.includes('model_abstained');
    if (!isItsOwn && !isAbstained) refused++;
    const isRight =
      says.length === 0
        ? isAbstained || cleanText.trim() === ''
        : isItsOwn && says.some((words) => withoutMarkers(cleanText).includes(words));
    if (isRight) right++;
    onStep();
  }
  const questions = TEST_QUESTIONS.length;
  return { good: right / questions >= ENOUGH.answering, right, questions, refused, cost: take() };
}

/** An id may contain any digits. */
function withoutMarkers(text: string): string {
  return text.replace(/\[claim:[^\]]*\]/gu, '');
}
