import type { ClaimId } from '@memora/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatLedgerEntry, LEDGER_HEADER } from './format-ledger-entry.ts';
import { LEDGER_VERBS, parseLedger } from './parse-ledger.ts';

const claimId = fc.stringMatching(/^[0-9a-z]{16}$/u).map((id) => id as ClaimId);
const path = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map((text) => text.toWellFormed());
const mark = fc.record({
  fingerprint: fc.option(fc.stringMatching(/^[0-9a-f]{8}\.[0-9a-f]{32}$/u)),
  note: fc.option(fc.oneof(path, fc.constantFrom('a b, c: d.md', '100%.md', '日本 語.md', '#0a1b'))),
  elsewhere: fc.array(path, { maxLength: 2 }),
});
const isEmpty = (each: { fingerprint: string | null; note: string | null; elsewhere: string[] } | null) =>
  each === null || (each.fingerprint === null && each.note === null && each.elsewhere.length === 0);
const named = fc.array(fc.tuple(claimId, fc.option(mark)), { minLength: 1, maxLength: 3 }).map((pairs) => ({
  claimIds: pairs.map(([id]) => id),
  ...(pairs.every(([, each]) => isEmpty(each))
    ? {}
    : { marks: pairs.map(([, each]) => (isEmpty(each) ? null : each)) }),
}));
const entry = fc
  .tuple(
    named,
    fc.record({
      time: fc
        .date({ noInvalidDate: true, min: new Date('1990-01-01'), max: new Date('2090-01-01') })
        .map((d) => d.toISOString()),
      verb: fc.constantFrom(...LEDGER_VERBS),
      reason: fc.string({ unit: 'grapheme', maxLength: 60 }),
    }),
  )
  .map(([claims, rest]) => ({ ...rest, ...claims }));

it('reads back every entry it writes, whatever the reason says', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 6 }), (entries) => {
      const { entries: read, problems } = parseLedger(
        LEDGER_HEADER + entries.map(formatLedgerEntry).join(''),
      );
      expect(problems).toEqual([]);
      expect(read.map(({ line: _line, ...rest }) => rest)).toEqual(
        entries.map((e) => ({ ...e, reason: e.reason.replace(/\s+/gu, ' ').trim() })),
      );
    }),
  );
});

it('reports a damaged line by its number and still counts the rest', () => {
  const good = '- 2026-03-01T10:00:00Z forget claim:0123456789abcdef : a duplicate';
  const { entries, problems } = parseLedger(
    [
      '# Ledger',
      '',
      good,
      '- yesterday forget claim:0123456789abcdef : x',
      '- 2026-03-01 drop claim:0123456789abcdef',
      '- 2026-03-01 forget claim:xyz : y',
      '- hm',
      good,
    ].join('\r\n'),
  );
  expect(entries.map((e) => e.line)).toEqual([3, 8]);
  expect(problems.map((p) => [p.line, p.code])).toEqual([
    [4, 'LEDGER_TIME'],
    [5, 'LEDGER_VERB'],
    [6, 'LEDGER_CLAIMS'],
    [7, 'LEDGER_SHAPE'],
  ]);
});

it('never repeats the text of a damaged line', () => {
  const { problems } = parseLedger('- hunter2 is the password of everything');
  expect(JSON.stringify(problems)).not.toContain('hunter2');
});
