import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../evidence/inspect-span.ts';
import { plainText } from '../statements/render-markers.ts';
import { createStatementScanner } from '../statements/statement-scanner.ts';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import * as whole from './guard-statement.ts';
import { isWordForWord, verbatimGuard } from './word-for-word.ts';

const fixtures = join(import.meta.dirname, '../testing-fixtures');
const notes = createCitedNotes({ 'a.md': 'Tea is hot.' });
const id = notes.claim('a.md', 'Tea is hot.');
const claim = notes.claimsById.get(id);

/** Every sentence of the labelled pairs and of the hostile answers, in all their languages. */
const SENTENCES = [
  ...['lies.txt', 'truths.txt', ...readdirSync(join(fixtures, 'hostile')).map((name) => `hostile/${name}`)]
    .flatMap((file) => readFileSync(join(fixtures, file), 'utf8').split('\n'))
    .flatMap((line) => line.split('|'))
    .map((text) =>
      text
        .replace(/^\[[A-Z]\]/u, '')
        .replaceAll(/ ?\[[A-Z]\]/gu, '')
        .trim(),
    )
    .filter((text) => text.length > 8),
];

/** Compares both guards on every statement of an answer that is its evidence; gives how many are. */
function compare(answer: string, text: string, validFrom: string | null): number {
  if (claim === undefined) throw new Error('fixture: no claim');
  const evidence: Evidence = {
    state: 'intact',
    claim: { ...claim, validFrom },
    span: { start: 0, end: 1 },
    relocated: false,
    legacy: false,
    text,
  };
  const scanner = createStatementScanner();
  const { units } = scanner.end(answer);
  let same = 0;
  for (const unit of units) {
    if (!isWordForWord(unit, new Map([[id, evidence]]))) continue;
    same++;
    const plain = plainText(unit.raw, unit.start, unit.markers);
    const markers = unit.markers.map((marker) => ({
      ...marker,
      start: marker.start - unit.start,
      end: marker.end - unit.start,
      carries: true,
      cites: [evidence],
    }));
    expect(whole.guardStatement(plain, null, [evidence]), answer).toEqual(
      verbatimGuard.guardStatement(plain, null, [evidence]),
    );
    expect(whole.supportOf(unit.raw, markers, [evidence], false), answer).toEqual(
      verbatimGuard.supportOf(unit.raw, markers, [evidence], false),
    );
  }
  return same;
}

describe('a statement that is word for word what it cites', () => {
  it('is all right to the whole guard too, in every language', () => {
    let same = 0;
    for (const text of SENTENCES) same += compare(`${text} [claim:${id}]`, text, null);
    expect(same).toBeGreaterThan(SENTENCES.length / 2);
  });

  it('is so whatever stands in front of it, behind it and around it', () => {
    let same = 0;
    const sign = fc.constantFrom(
      ...[
        '  ',
        '\n',
        '- ',
        '**',
        '`',
        '.',
        '..',
        '…',
        '。',
        ': ',
        '"',
        '[^1]',
        '<b>',
        '(see ',
        ')',
        '[1]',
        '~',
      ],
      ...['Step 3: ', '3. ', '2026-03-02: ', '2026-03-02, was: ', '2026: ', 'https://a.b ', 'not ', '1: '],
    );
    const piece = fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom('', ' ') },
      { weight: 1, arbitrary: sign },
    );
    const more = fc.oneof({ weight: 5, arbitrary: fc.constant('') }, fc.constantFrom(...SENTENCES));
    const text = fc
      .tuple(piece, fc.constantFrom(...SENTENCES), piece, more, piece)
      .map((parts) => parts.join('').trim());
    fc.assert(
      fc.property(text, text, fc.boolean(), piece, piece, (source, other, verbatim, before, behind) => {
        const said = verbatim ? source : other;
        same += compare(`${said}${before || ' '}[claim:${id}]${behind}`, source, '2026-03-02');
      }),
      { numRuns: 2000 },
    );
    expect(same).toBeGreaterThan(100);
  });

  it('is no statement that differs in one letter, cites two spans, or leaves out a word', () => {
    expect(compare(`Tea is hot. [claim:${id}]`, 'Tea is hot.', null)).toBe(1);
    expect(compare(`Tea is hot [claim:${id}].`, 'Tea is hot', null)).toBe(1);
    for (const answer of [
      `Tea is hat. [claim:${id}]`,
      `Tea is hot [claim:${id}, claim:${id}].`,
      `Tea [claim:${id}] is hot [claim:${id}].`,
      `Tea is hot [claim:${id}] today.`,
      `[claim:${id}] Tea is hot.`,
      `Tea is hot.. [claim:${id}]`,
      `# Tea is hot. [claim:${id}]`,
      `tea is hot. [claim:${id}]`,
      'Tea is hot.',
    ])
      expect(compare(answer, 'Tea is hot.', null), answer).toBe(0);
    expect(compare(`Tea is hot. [claim:${id}]`, 'Tea is hot. Ice is not.', null)).toBe(0);
  });
});
