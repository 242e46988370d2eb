import { expect, it } from 'vitest';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from '../verification/verify-citations.ts';

const SENTENCE = 'They exclude all but “pure-abstractionists”, and he said nothing of it.';

it('takes a source’s own sentence for verbatim, whatever stands beside the quotation in it', async () => {
  const notes = createCitedNotes({ 'a.md': SENTENCE });
  const marker = notes.cite('a.md', SENTENCE);
  const whole = await verifyCitations(`- ${SENTENCE} ${marker}`, notes.ports);
  expect(whole.verdict).toBe('verified');
  // Cut out of that sentence, the same quotation leaves the exception behind.
  const cut = await verifyCitations(`They exclude “pure-abstractionists” ${marker}.`, notes.ports);
  expect(cut.verdict).toBe('rejected');
});
