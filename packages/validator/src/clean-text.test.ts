import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryAnswer } from './testing-fixtures/arbitrary-answer.ts';
import { createCitedNotes } from './testing-fixtures/cited-notes.ts';
import { verifyCitations } from './verify-citations.ts';

function setup() {
  const notes = createCitedNotes({
    'a.md': 'Tea is hot. Ice is cold. Rent is 900 EUR. The limit is 10. 茶は熱いです。',
  });
  const markers = [
    'Tea is hot.',
    'Ice is cold.',
    'Rent is 900 EUR.',
    'The limit is 10.',
    '茶は熱いです。',
  ].map((words) => notes.cite('a.md', words));
  return { notes, markers };
}

describe('clean text', () => {
  it('is fully verified, and verifying it changes nothing', async () => {
    const { notes, markers } = setup();
    await fc.assert(
      fc.asyncProperty(arbitraryAnswer(markers), async (answer) => {
        const { cleanText } = await verifyCitations(answer, notes.ports);
        const again = await verifyCitations(cleanText, notes.ports);
        expect(again.cleanText).toBe(cleanText);
        expect(['verified', 'empty']).toContain(again.verdict);
      }),
      { numRuns: 200, seed: 16 },
    );
  });

  it('is the answer itself, byte for byte, where everything is supported', async () => {
    const { notes, markers } = setup();
    await fc.assert(
      fc.asyncProperty(arbitraryAnswer(markers), async (answer) => {
        const { cleanText, verdict } = await verifyCitations(answer, notes.ports);
        if (verdict === 'verified') expect(cleanText).toBe(answer);
      }),
      { numRuns: 200, seed: 16 },
    );
  });
});
