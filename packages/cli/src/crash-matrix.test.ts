import { everyNth } from '@memora/testing-fixtures/every-nth';
import { expect, it } from 'vitest';
import { CRASH_CASES } from './testing-fixtures/crash/crash-cases.ts';
import { prepareCrashCase } from './testing-fixtures/crash/run-crash-case.ts';

/**
 * A different fraction of each command's operations in each run; `scripts/crash-matrix.ts` covers all of
 * them.
 */
const pointOf = (at: number): number => (0.618 * (at + 1)) % 1;

const isWhole = process.env['MEMORA_TEST_WHOLE'] === '1';
const TRIED = everyNth(
  CRASH_CASES.filter(({ isNear }) => isWhole || isNear !== true),
  7,
);

it.each(TRIED.map((crash, at) => ({ name: crash.name, crash, point: pointOf(at) })))(
  'killed while it writes, $name leaves whole notes and no readable secret, and the next run repairs',
  async ({ crash, point }) => {
    using prepared = await prepareCrashCase(crash);
    const at = 1 + Math.floor(prepared.operations * point);
    expect(await prepared.kill(at)).toEqual([]);
  },
);
