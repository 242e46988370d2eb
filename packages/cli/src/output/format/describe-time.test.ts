import { expect, it } from 'vitest';
import { describeTime } from './describe-time.ts';

type Asked = Parameters<typeof describeTime>[0];
const time = (until: string | null, applied = true, writtenBy = 'notes') =>
  ({
    abstained: false,
    writtenBy,
    time: { words: 'in March', asOf: '2025-03', from: '2025-03', until, applied },
  }) as unknown as Asked;

it('says how the time in a question was read: a period, or all that came later', () => {
  expect(describeTime(time('2025-04'))[0]).toMatch(/^As of .* \(read from "in March"\):$/);
  expect(describeTime(time(null))[0]).toMatch(/^From .* on \(read from "in March"\):$/);
  expect(describeTime(time(null, false))[0]).toMatch(/^Read "in March" as from .* on\. Nothing was found/);
});

it('does not say that an answer is of a time, where a model read notes of any time', () => {
  expect(describeTime(time('2025-04', true, 'model'))).toEqual(['Read "in March" as March 2025.', '']);
});
