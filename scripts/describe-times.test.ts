import { expect, it } from 'vitest';
import { describeTimes } from './describe-times.ts';

it('sums up lanes, and lists the files with the most processor time first', () => {
  const file = (name: string, seconds: number) => ({
    name: `/repo/${name}`,
    startTime: 1_000,
    endTime: 1_000 + seconds * 1_000,
    status: 'passed',
    assertionResults: [],
  });
  const testResults = [file('a.test.ts', 1), file('b.test.ts', 12.34), file('c.test.ts', 2)];
  const report = { numPassedTests: 3, numFailedTests: 0, testResults };
  const processor = [
    { path: '/repo/c.test.ts', own: 1, children: 4.5 },
    { path: '/repo/b.test.ts', own: 2, children: 0 },
  ];
  const lane = (path: string) => (path === 'b.test.ts' ? 'process' : 'pure');
  expect(describeTimes(report, '/repo', lane, processor)).toEqual([
    'pure: 2 files, 3 s of workers, 6 s of the processor',
    'product: 0 files, 0 s of workers, 0 s of the processor',
    'process: 1 files, 12 s of workers, 2 s of the processor',
    'postgres: 0 files, 0 s of workers, 0 s of the processor',
    'hostile: 0 files, 0 s of workers, 0 s of the processor',
    '    5.5 s of the processor     2.0 s  c.test.ts',
    '    2.0 s of the processor    12.3 s  b.test.ts',
    '    0.0 s of the processor     1.0 s  a.test.ts',
  ]);
});
