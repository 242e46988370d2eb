import { readFileSync } from 'node:fs';
import { fingerprint } from '@memora/core';
import { describe, expect, it } from 'vitest';
import { verifyCitations } from '../verification/verify-citations.ts';

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
    const { checks, cleanText, statements } = await verify(evidence, lie);
    const [check] = checks;
    expect(check?.disagreements.length).toBeGreaterThan(0);
    for (const found of check?.disagreements ?? []) {
      const { statementToken, evidenceToken, diff } = found;
      const told = statements[0]?.text ?? '';
      if (found.statement !== undefined)
        expect(told.slice(found.statement.start, found.statement.end)).toBe(statementToken);
      else if (/^[a-z]{4,}$/iu.test(statementToken))
        expect(told.split(new RegExp(`(?<!\\p{L})${statementToken}(?!\\p{L})`, 'u')).length).not.toBe(2);
      if (found.evidence !== undefined)
        expect(evidence.slice(found.evidence.start, found.evidence.end)).toBe(evidenceToken);
      for (const place of diff ?? []) {
        expect(lie).toContain(place.statement.trim());
        expect(place.statement).not.toBe(place.evidence);
      }
    }
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

describe('the place of a disagreement', () => {
  it('counts from the start of the statement in its report, whatever stands around it', async () => {
    const { checks, statements } = await verify(
      'The lease runs until May 2027. Rent is 950 EUR a month, and some cats pay.',
      'Rent is 900 EUR a month, and all cats pay.',
    );
    const [check] = checks;
    const tokens = check?.disagreements.map(({ kind, statement, evidence }) => [
      kind,
      statements[0]?.text.slice(statement?.start ?? 0, statement?.end ?? 0),
      check.sourceText?.slice(evidence?.start ?? 0, evidence?.end ?? 0),
    ]);
    expect(tokens).toContainEqual(['number', '900 EUR', '950 EUR']);
    expect(tokens).toContainEqual(['quantifier', 'all', 'some']);
  });

  it('goes with the aligned differences where the statement nearly repeats its source', async () => {
    const { checks } = await verify(
      'The old pump in Rome leaks oil.',
      'The new pump in Rome never leaks oil.',
    );
    const drift = checks[0]?.disagreements.find(({ kind }) => kind === 'drift');
    expect(drift?.diff).toEqual([
      { statement: 'new', evidence: 'old' },
      { statement: 'never', evidence: '' },
    ]);
  });

  it('tells of two equal words the one that was compared', async () => {
    const { checks, statements } = await verify(
      'All dogs bark, and some cats bark.',
      'All dogs bark, and all cats bark, all say.',
    );
    for (const { statement, statementToken } of checks[0]?.disagreements ?? [])
      if (statement !== undefined)
        expect(statements[0]?.text.slice(statement.start, statement.end)).toBe(statementToken);
  });
});
