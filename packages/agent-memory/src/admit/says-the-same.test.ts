import { expect, it } from 'vitest';
import { saysTheSame } from './says-the-same.ts';

it.each([
  ['Run the tests with pnpm test.', 'Run the tests with `pnpm test`.'],
  ['The staging server is in Graz.', 'The **staging** server is in Graz.'],
  ['Алёна живёт в Самаре у реки.', 'Алена живет в Самаре у реки.'],
  ['Nina is allergic to walnuts.', 'Nina is allergic to walnuts, remember.'],
])('takes marks, spellings and words to the memory for nothing: %s | %s', (a, b) => {
  expect(saysTheSame(a, b)).toBe(true);
  expect(saysTheSame(b, a)).toBe(true);
});

it.each([
  ['The staging server listens on port 8080.', 'The staging server listens on port 8081.'],
  ['Nina is allergic to walnuts.', 'Nina is not allergic to walnuts.'],
  ['Nina lends Tom the old boat.', 'Tom lends Nina the old boat.'],
  ['Nina should remember the walnuts.', 'Nina should buy the walnuts.'],
])('keeps two apart that differ in what they say: %s | %s', (a, b) => {
  expect(saysTheSame(a, b)).toBe(false);
});
