import { expect, it } from 'vitest';
import { consolidateUntidy } from '../testing-fixtures/consolidate-untidy.ts';

it('finds what was planted and none of the decoys, loses no statement, and is undone', async () => {
  const count = process.env['MEMORA_TEST_WHOLE'] === '1' ? 2_000 : 60;
  const { notes, ...found } = await consolidateUntidy(count);
  expect(notes).toBeGreaterThanOrEqual(count);
  const all = { precision: 1, recall: 1 };
  expect(found).toEqual({
    merge: all,
    ended: all,
    unconfirmed: all,
    settled: all,
    lost: 0,
    again: 0,
    notUndone: 0,
  });
}, 3_600_000);
