import type { Memory } from '../memory.ts';
import type { ModelMeter } from './meter-model.ts';
import { ENOUGH, type ExtractingTest } from './model-test.ts';
import { TEST_NOTES } from './test-notes.ts';
import { TEST_FACTS } from './test-questions.ts';

/** Lets the model extract the notes of the test, as indexing with `extractor = "llm"` does. */
export async function testExtracting(
  memory: Pick<Memory, 'extract' | 'readNote'>,
  { take }: Pick<ModelMeter, 'take'>,
  { signal, onStep }: { readonly signal: AbortSignal | undefined; readonly onStep: () => void },
): Promise<ExtractingTest> {
  const found = new Set<number>();
  let claims = 0;
  let refused = 0;
  take();
  for (const path of Object.keys(TEST_NOTES)) {
    signal?.throwIfAborted();
    const extracted = await memory.extract(path);
    const bytes = (await memory.readNote(path)) ?? new Uint8Array();
    // Tables, tasks and `key: value` lines are read by rules whatever the extractor.
    const own = extracted.claims.filter(({ extractor }) => extractor.startsWith('llm@'));
    claims += own.length;
    refused += Object.values(extracted.report.refused).reduce((sum, count) => sum + count, 0);
    for (const { span, subject, object } of own) {
      const quote = new TextDecoder().decode(bytes.subarray(span.start, span.end));
      const said = `${subject} ${object ?? ''}`.toLowerCase();
      for (const [at, fact] of TEST_FACTS.entries())
        if (
          fact.note === path &&
          quote.includes(fact.quote) &&
          fact.names.some((name) => said.includes(name.toLowerCase()))
        )
          found.add(at);
    }
    onStep();
  }
  const facts = TEST_FACTS.length;
  const share = refused / Math.max(1, claims + refused);
  const good = found.size / facts >= ENOUGH.extracting.found && share <= ENOUGH.extracting.refused;
  return { good, found: found.size, facts, claims, refused, cost: take() };
}
