import { expect, test } from 'vitest';
import { LABELS, readLabelledDecisions, readUnseenDecisions } from './labelled-decisions.ts';

const decisions = readLabelledDecisions();
const unseen = readUnseenDecisions();

test('the labelled set has 500 pairs in six languages or more, none of them twice', () => {
  expect(decisions.length).toBeGreaterThanOrEqual(500);
  expect(new Set(decisions.map(({ language }) => language)).size).toBeGreaterThanOrEqual(6);
  expect(new Set(decisions.map(({ id }) => id)).size).toBe(decisions.length);
});

test('the unseen set has 200 pairs in six languages or more, none of them twice or in the halves', () => {
  expect(unseen.length).toBeGreaterThanOrEqual(200);
  expect(new Set(unseen.map(({ language }) => language)).size).toBeGreaterThanOrEqual(6);
  expect(new Set([...unseen, ...decisions].map(({ id }) => id)).size).toBe(unseen.length + decisions.length);
  expect(new Set(unseen.map(({ label }) => label))).toEqual(new Set(LABELS));
});

test('half of every label is held out', () => {
  for (const label of LABELS) {
    const of = decisions.filter((decision) => decision.label === label);
    const heldOut = of.filter(({ isHeldOut }) => isHeldOut).length / of.length;
    expect(heldOut).toBeGreaterThan(0.3);
    expect(heldOut).toBeLessThan(0.7);
  }
});

test('a pair has both sides where its label compares, and junk names its gate', () => {
  for (const { id, label, gate, neighbour, candidate } of [...decisions, ...unseen]) {
    const compares =
      !['junk', 'durable'].includes(label) ||
      ['known_context', 'contradicts_evidence', 'not_in_evidence'].includes(gate ?? '');
    expect({ id, isPair: neighbour !== null }).toEqual({ id, isPair: compares });
    expect({ id, isJunk: gate !== null }).toEqual({ id, isJunk: label === 'junk' });
    expect(candidate === '' || neighbour === '').toBe(false);
  }
});

test('no candidate that has to stay is shorter than fifteen columns of letters and digits', () => {
  const short = [...decisions, ...unseen].filter(
    ({ label, candidate }) => label !== 'junk' && columnsOf(candidate) < 15,
  );
  expect(short.map(({ candidate }) => candidate)).toEqual([]);
});

/** Letters and digits; a wide one counts as two. */
function columnsOf(text: string): number {
  return [...text].reduce(
    (sum, char) =>
      sum +
      (/[\p{L}\p{N}]/u.test(char)
        ? /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\uff01-\uff60]/u.test(char)
          ? 2
          : 1
        : 0),
    0,
  );
}
