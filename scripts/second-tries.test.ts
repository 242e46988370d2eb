import { expect, it } from 'vitest';
import { judgeSecondTries } from './second-tries.ts';

const A = { test: 'packages/mcp/src/serve.test.ts > answers', lane: 'process' } as const;
const B = { test: 'packages/core/src/band.test.ts > orders', lane: 'pure' } as const;

it('lists a second try where processes interact, and fails on one anywhere else', () => {
  expect(judgeSecondTries([A, B], {}, () => 0)).toEqual({
    lines: [
      `passed on its second try, repair it: ${A.test}`,
      `passed on its second try, which the lane pure does not have: ${B.test}`,
    ],
    failed: 1,
    unlisted: [A.test],
  });
});

it.each([
  [10, 0],
  [11, 1],
])('fails on a test that has been listed for more than ten landings: %d', (landings, failed) => {
  const judged = judgeSecondTries([A], { [A.test]: 'abc' }, (commit) => (commit === 'abc' ? landings : 0));
  expect(judged).toMatchObject({ failed, unlisted: [] });
});
