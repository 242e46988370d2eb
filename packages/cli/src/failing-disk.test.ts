import { everyNth } from '@memora/testing-fixtures/every-nth';
import { expect, it } from 'vitest';
import { CRASH_CASES } from './testing-fixtures/crash/crash-cases.ts';
import type { Ending } from './testing-fixtures/crash/open-crash-place.ts';
import { prepareCrashCase } from './testing-fixtures/crash/run-crash-case.ts';

/**
 * A disk that is full, read-only or broken, a process out of file handles, a disk out of inodes; and where in
 * the run it begins.
 */
const FAILURES: readonly (readonly [command: string, failure: Ending['failWith'], point: number])[] = [
  ['index of what changed and became secret', 'EMFILE', 0.5],
  ['index of what changed and became secret', 'ENOSPC', 0.6],
  ['index under pages that name what became secret', 'EMFILE', 0.7],
  ['claims forget', 'EMFILE', 0.95],
  ['capture of a secret', 'INODES', 0],
  ['conversations import', 'INODES', 0],
  ['conversations import', 'EROFS', 0.3],
  ['conversations import', 'ENOSPC', 0.2],
  ['conversations import', 'ENOSPC', 0.5],
  ['memory save', 'ENOSPC', 0],
  ['memory save', 'EROFS', 0],
  ['privacy erase of a claim that pages and a backup hold', 'INODES', 0.7],
  ['restore', 'EROFS', 0.5],
  ['key rotate of an encrypted database', 'EMFILE', 0.8],
  ['watch', 'EIO', 0.1],
  ['watch', 'EIO', 0.9],
  ['watch', 'EMFILE', 0.7],
];

it.each(everyNth(FAILURES, 6))(
  '%s under %s from %d of its way on says so, harms nothing, and the next run repairs',
  async (command, failure, point) => {
    const crash = CRASH_CASES.find(({ name }) => name === command);
    if (crash === undefined) throw new Error(`no such case: ${command}`);
    using prepared = await prepareCrashCase(crash, failure);
    expect(await prepared.kill(1 + Math.floor(prepared.operations * point))).toEqual([]);
  },
);
