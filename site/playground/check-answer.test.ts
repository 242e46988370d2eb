import { expect, it } from 'vitest';
import { checkAnswer } from './check-answer.ts';

const SOURCE = 'The pump runs at 40 bar.\n\nNo visitor may enter.';

it.each([
  ['The pump runs at 40 bar [1].', 'verified'],
  ['The pump runs at 60 bar [1].', 'token_mismatch'],
  ['“Visitors may enter” [2].', 'quote_mismatch'],
  ['The pump runs at 40 bar [3].', 'malformed'],
])('%s is %s', async (answer, status) => {
  const { checks } = await checkAnswer(SOURCE, answer);
  expect(checks.map((check) => check.status)).toEqual([status]);
});

it('takes out nearly the words of a line, and says how they differ', async () => {
  const { cleanText, statements } = await checkAnswer(SOURCE, 'A visitor may enter [2].');
  expect(cleanText).toBe('');
  expect(statements).toMatchObject([
    { status: 'verified', wording: 'altered', kept: false, differences: [{ here: 'A', there: 'No' }] },
  ]);
});
