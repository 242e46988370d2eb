import { expect, it } from 'vitest';
import { msUntilStampsDiffer } from './ms-until-stamps-differ.ts';

const version = (ctimeMs: number) => ({ size: 4, mtimeMs: ctimeMs, ctimeMs, ino: 1, birthtimeMs: 1 });

it('waits for the end of the tick in which the youngest file was written', () => {
  expect(msUntilStampsDiffer([], 5000)).toBe(0);
  expect(msUntilStampsDiffer([null, version(4001.5)], 5000)).toBe(0);
  expect(msUntilStampsDiffer([version(4001.5), version(4995)], 5000)).toBe(15);
});

it('waits longer where a file system stamps whole seconds, and one tick where its clock is ahead', () => {
  expect(msUntilStampsDiffer([version(5000)], 5400)).toBe(600);
  expect(msUntilStampsDiffer([version(9_000_000.25)], 5000)).toBe(20);
  expect(msUntilStampsDiffer([version(0)], 5000)).toBe(0);
});
