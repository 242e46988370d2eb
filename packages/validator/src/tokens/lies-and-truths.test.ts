import { readFileSync } from 'node:fs';
import { fingerprint } from '@memora/core';
import { describe, expect, it } from 'vitest';
import { verifyCitations } from '../verify-citations.ts';

/** One line a pair: language, kind of lie, what the source says, what the answer makes of it. */
const rowsOf = (name: string) =>
  readFileSync(new URL(`../testing-fixtures/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('|'));

async function verify(evidence: string, statement: string) {
  const bytes = new TextEncoder().encode(evidence);
  const claim = {
    id: 'claim00000000001',
    notePath: 'note.md',
    span: { start: 0, end: bytes.length },
    fingerprint: fingerprint(bytes),
  };
  const stop = /[.。]$/u.exec(statement)?.[0] ?? '';
  const answer = `${statement.slice(0, statement.length - stop.length)} [claim:${claim.id}]${stop}`;
  return verifyCitations(answer, {
    claims: async () => new Map([[claim.id, claim]]),
    sources: async () => bytes,
  });
}

describe('a lie about its source', () => {
  it.each(rowsOf('lies.txt'))('%s, %s: %s → %s', async (_, _kind, evidence = '', lie = '') => {
    const { checks, cleanText } = await verify(evidence, lie);
    const [check] = checks;
    expect(check?.disagreements.length).toBeGreaterThan(0);
    expect([check?.status, cleanText]).toEqual(['token_mismatch', '']);
  });
});

describe('what the source says in other words', () => {
  it.each(rowsOf('truths.txt'))('%s: %s → %s', async (_, evidence = '', truth = '') => {
    const { checks } = await verify(evidence, truth);
    const decisive = checks.flatMap(({ disagreements }) => disagreements.filter((each) => each.decisive));
    // A word for another one is reported: it may be a synonym.
    expect([checks.map(({ status }) => status), decisive]).toEqual([['verified'], []]);
  });
});
