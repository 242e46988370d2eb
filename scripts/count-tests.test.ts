import { expect, it } from 'vitest';
import { countTests } from './count-tests.ts';

it('counts tests, and a file that did not load as a failure', () => {
  const file = (status: string, ...tests: string[]) => ({
    ...{ name: '/a.test.ts', startTime: 0, endTime: 1 },
    status,
    assertionResults: tests.map((test) => ({ status: test })),
  });
  const testResults = [
    file('passed', 'passed', 'passed'),
    file('failed', 'passed', 'failed'),
    file('failed'),
  ];
  expect(countTests({ numPassedTests: 3, numFailedTests: 1, testResults })).toEqual({ passed: 3, failed: 2 });
});
