import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryAnswer } from '../testing-fixtures/arbitrary-answer.ts';
import { citeSentences } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from './verify-citations.ts';

describe('clean text', () => {
  it('is fully verified, and verifying it changes nothing', async () => {
    const { notes, markers } = citeSentences();
    await fc.assert(
      fc.asyncProperty(arbitraryAnswer(markers), async (answer) => {
        const { cleanText } = await verifyCitations(answer, notes.ports);
        const again = await verifyCitations(cleanText, notes.ports);
        expect(again.cleanText).toBe(cleanText);
        expect(['verified', 'empty']).toContain(again.verdict);
      }),
      { numRuns: sampleOf(200), seed: 16 },
    );
  });

  it('is the answer itself, byte for byte, where every statement stays', async () => {
    const { notes, markers } = citeSentences();
    await fc.assert(
      fc.asyncProperty(arbitraryAnswer(markers), async (answer) => {
        const { cleanText, verdict, statements } = await verifyCitations(answer, notes.ports);
        if (verdict === 'verified' && statements.every(({ kept }) => kept)) expect(cleanText).toBe(answer);
      }),
      { numRuns: sampleOf(200), seed: 16 },
    );
  });
});
