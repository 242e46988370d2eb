import { expect, it } from 'vitest';
import { createReport } from './report.ts';
import { suite } from './verify.ts';

it('lesson 16: a benchmark computes, at scale, and fails over a budget', () => {
  expect(suite.name).toBe('verify');
  const report = createReport(() => {});
  expect(report.budget('over', 3, { max: 2.5 })).toBe(false);
  expect(report.budget('no figure', Number.NaN, { max: 2.5 })).toBe(false);
  expect(report.budget('within', 2, { max: 2.5 })).toBe(true);
  expect(report.results.filter(({ passed }) => !passed)).toHaveLength(2);
});
