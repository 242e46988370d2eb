import { everyNth } from '@memora/testing-fixtures/every-nth';
import { expect, it } from 'vitest';
import { CRASH_CASES } from './testing-fixtures/crash/crash-cases.ts';
import { prepareCrashCase } from './testing-fixtures/crash/run-crash-case.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

const COMMANDS = [
  'index of what changed and became secret',
  'claims forget',
  'privacy erase of a claim that pages and a backup hold',
  'contradictions resolve',
  'index under pages that name what became secret',
  'capture of a secret',
  'restore',
  'key rotate of an encrypted database',
  'watch',
];

it.each(everyNth(COMMANDS, 4).map((command, i) => ({ command, shift: (i % 2 === 0 ? -20 : 5) * YEAR_MS })))(
  '$command under a clock that is years off leaves whole notes and no readable secret, and the next run repairs',
  async ({ command, shift }) => {
    const crash = CRASH_CASES.find(({ name }) => name === command);
    if (crash === undefined) throw new Error(`no such case: ${command}`);
    using prepared = await prepareCrashCase(crash);
    expect(await prepared.misdate(shift)).toEqual([]);
  },
);
