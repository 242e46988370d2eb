import { relative } from 'node:path';
import type { JsonReport } from './count-tests.ts';
import { LANES, type TestLane } from './test-lanes.ts';

/** The number of files that are listed by name. */
const NAMED = 60;

/** A record that `scripts/count-processor.ts` writes for a file: processor seconds of its worker, and of the processes that it awaited. */
export interface ProcessorTime {
  readonly path: string;
  readonly own: number;
  readonly children: number;
}

/** How long each lane took, in wall time and processor time, and the files that took the most processor time. */
export function describeTimes(
  { testResults }: JsonReport,
  root: string,
  laneOf: (path: string) => TestLane,
  processor: readonly ProcessorTime[],
): string[] {
  const used = new Map(processor.map(({ path, own, children }) => [relative(root, path), own + children]));
  const files = testResults
    .map(({ name, startTime, endTime }) => {
      const path = relative(root, name);
      return { path, lane: laneOf(path), seconds: (endTime - startTime) / 1000, used: used.get(path) ?? 0 };
    })
    .sort((a, b) => b.used - a.used || b.seconds - a.seconds);
  const byLane = LANES.map((lane) => {
    const own = files.filter((file) => file.lane === lane);
    const sum = (key: 'seconds' | 'used') => own.reduce((total, file) => total + file[key], 0).toFixed(0);
    return `${lane}: ${own.length} files, ${sum('seconds')} s of workers, ${sum('used')} s of the processor`;
  });
  return [
    ...byLane,
    ...files
      .slice(0, NAMED)
      .map(
        ({ path, seconds, used }) =>
          `${used.toFixed(1).padStart(7)} s of the processor ${seconds.toFixed(1).padStart(7)} s  ${path}`,
      ),
  ];
}
