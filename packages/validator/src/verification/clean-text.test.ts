import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JudgeRequest } from '../contract/judge.ts';
import { type VerifyAgainstInput, verifyAgainst } from '../documents/verify-against.ts';
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
        if (verdict !== 'verified') return;
        expect(statements.filter(({ kind, kept }) => kind === 'claim' && !kept)).toEqual([]);
        if (statements.every(({ kept }) => kept)) expect(cleanText).toBe(answer);
      }),
      { numRuns: sampleOf(200), seed: 16 },
    );
  });
});

describe('the verdict', () => {
  const documents = { 'lease.md': 'Rent is 900 EUR a month. Pets are not allowed.' };
  const rent = 'Rent is 900 EUR a month [1].';

  it.each([
    ['a sentence that nearly repeats its source', 'Rent is 900 EUR a year [1].', {}],
    ['a sentence in other words under the policy strip', 'The house burns [1].', { policy: 'strip' }],
    [
      'a sentence that a judge finds contradicted',
      'The house burns [1].',
      {
        policy: 'mark',
        judge: async ({ statements }: JudgeRequest) =>
          statements.map(({ index }) => ({ index, verdict: 'contradicted' })),
      },
    ],
    ['a table of which only the head is cited', '| Rent [1] |\n|---|\n', {}],
  ] as const)('is never verified if %s was left out', async (_, said, options) => {
    const verify = (answer: string, more = {}) =>
      verifyAgainst({ documents, answer, ...options, ...more } as VerifyAgainstInput);
    expect(await verify(said)).toMatchObject({ verdict: 'rejected', cleanText: '' });
    await expect(verify(said, { mode: 'throw' })).rejects.toMatchObject({ code: 'CITATIONS_REJECTED' });
    if (!said.startsWith('|'))
      expect(await verify(`${rent} ${said}`)).toMatchObject({ verdict: 'partial', cleanText: rent });
  });

  it('names what was left out in the error of mode throw', async () => {
    const answer = 'Rent is 900 EUR a year [1].';
    await expect(verifyAgainst({ documents, answer, mode: 'throw' })).rejects.toThrow(
      'the answer is rejected: 1 not proven',
    );
  });
});
