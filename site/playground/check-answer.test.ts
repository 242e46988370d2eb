import { expect, it } from 'vitest';
import { checkAnswer } from './check-answer.ts';

const SOURCE = 'The pump runs at 40 bar.\n\nNo visitor may enter.';

it.each([
  ['The pump runs at 40 bar [claim:line1].', 'verified'],
  ['The pump runs at 60 bar [claim:line1].', 'token_mismatch'],
  ['Visitors may enter [claim:line3].', 'token_mismatch'],
  ['The pump runs at 40 bar [claim:line2].', 'unverified'],
])('%s is %s', async (answer, status) => {
  const { checks } = await checkAnswer(SOURCE, answer);
  expect(checks.map((check) => check.status)).toEqual([status]);
});
