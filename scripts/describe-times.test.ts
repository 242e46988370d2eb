import { expect, it } from 'vitest';
import { describeTimes } from './describe-times.ts';

it('sums up lanes, and names the longest files first', () => {
  const file = (name: string, seconds: number) => ({
    name: `/repo/${name}`,
    startTime: 1_000,
    endTime: 1_000 + seconds * 1_000,
    status: 'passed',
    assertionResults: [],
  });
  const testResults = [file('a.test.ts', 1), file('b.test.ts', 12.34), file('c.test.ts', 2)];
  const report = { numPassedTests: 3, numFailedTests: 0, testResults };
  expect(describeTimes(report, '/repo', (path) => (path === 'b.test.ts' ? 'process' : 'pure'))).toEqual([
    'pure: 2 files, 3 s of workers',
    'product: 0 files, 0 s of workers',
    'process: 1 files, 12 s of workers',
    'postgres: 0 files, 0 s of workers',
    'hostile: 0 files, 0 s of workers',
    '   12.3 s  b.test.ts',
    '    2.0 s  c.test.ts',
    '    1.0 s  a.test.ts',
  ]);
});
