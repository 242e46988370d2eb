import { relative } from 'node:path';
import type { JsonReport } from './count-tests.ts';
import { LANES, type TestLane } from './test-lanes.ts';

/** So many files are named. */
const NAMED = 20;

/** How long each lane took, and the files that took longest, in seconds of the clock: what to shorten next. */
export function describeTimes(
  { testResults }: JsonReport,
  root: string,
  laneOf: (path: string) => TestLane,
): string[] {
  const files = testResults
    .map(({ name, startTime, endTime }) => {
      const path = relative(root, name);
      return { path, lane: laneOf(path), seconds: (endTime - startTime) / 1000 };
    })
    .sort((a, b) => b.seconds - a.seconds);
  const byLane = LANES.map((lane) => {
    const own = files.filter((file) => file.lane === lane);
    const seconds = own.reduce((sum, file) => sum + file.seconds, 0);
    return `${lane}: ${own.length} files, ${seconds.toFixed(0)} s of workers`;
  });
  return [
    ...byLane,
    ...files.slice(0, NAMED).map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`),
  ];
}
