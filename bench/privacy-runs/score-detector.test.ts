import { expect, it } from 'vitest';
import { readLabelledLines, scoreDetector } from './score-detector.ts';

it('the detector keeps its promises on the labelled set', () => {
  const lines = readLabelledLines();
  expect(lines.length).toBeGreaterThanOrEqual(400);
  expect(new Set(lines.map((line) => line.language)).size).toBeGreaterThanOrEqual(10);
  const scores = Object.fromEntries(scoreDetector(lines).map((score) => [score.group, score]));
  for (const [group, least] of [
    ['credentials', 0.95],
    ['cards and IBANs', 0.95],
    ['e-mail and phone', 0.9],
    ['medical conditions', 0.7],
    ['other personal data', 0.7],
  ] as const) {
    expect(scores[group]?.recall, `${group} recall`).toBeGreaterThanOrEqual(least);
    expect(scores[group]?.precision, `${group} precision`).toBeGreaterThanOrEqual(least);
  }
});
