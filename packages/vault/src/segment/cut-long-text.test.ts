import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseNote } from '../parse-note.ts';
import { cutLongName, cutLongText, LONGEST_NAME, LONGEST_STATEMENT } from './cut-long-text.ts';

const units = fc.string({ unit: 'grapheme', maxLength: 40 });
const longTexts = fc
  .tuple(units, fc.constantFrom(' ', '', '\u0301', '👨‍👩‍👧', '猫', '\ud800', '\t'), fc.nat(4000))
  .map(([text, filler, count]) => text + filler.repeat(count) + text);

test('pieces of a long text follow each other, are short enough and cut no character in two', () => {
  fc.assert(
    fc.property(longTexts, fc.nat(10), (text, from) => {
      const start = Math.min(from, text.length);
      const pieces = cutLongText(text, { start, end: text.length });
      expect(pieces[0]?.start).toBe(start);
      expect(pieces.at(-1)?.end).toBe(text.length);
      for (const [i, { start, end }] of pieces.entries()) {
        expect(end - start).toBeLessThanOrEqual(LONGEST_STATEMENT);
        if (i > 0) {
          expect(start).toBe(pieces[i - 1]?.end);
          expect(text.slice(start - 1, start + 1)).not.toMatch(/^[\ud800-\udbff][\udc00-\udfff]$/);
        }
      }
      expect(pieces.length).toBeLessThanOrEqual(1 + Math.ceil((2 * text.length) / LONGEST_STATEMENT));
    }),
  );
});

test('a text that is cut anywhere is cut between words where it has any', () => {
  const text = 'tea '.repeat(5000);
  for (const { start, end } of cutLongText(text, { start: 0, end: text.length })) {
    expect(text.slice(start, end)).toMatch(/^(?:tea )+$/);
  }
});

test('joined emoji and marks stay with what they are joined to', () => {
  for (const cluster of ['👨‍👩‍👧', 'e\u0301', '👍🏽', '✈️']) {
    const text = cluster.repeat(3000);
    for (const { start, end } of cutLongText(text, { start: 0, end: text.length })) {
      expect(text.slice(start, end)).toBe(cluster.repeat((end - start) / cluster.length));
    }
  }
});

test('a name that fits stays, a longer one says that it goes on', () => {
  expect(cutLongName('a'.repeat(LONGEST_NAME))).toBe('a'.repeat(LONGEST_NAME));
  expect(cutLongName('a'.repeat(LONGEST_NAME + 1))).toBe(`${'a'.repeat(LONGEST_NAME)}…`);
});

test('no statement of a note is longer than a statement may be, and none of its bytes is lost', () => {
  const body = `${'tea is hot and '.repeat(2000)}\n\nkey:: ${'value '.repeat(1000)}\n`;
  const note = parseNote(new TextEncoder().encode(body), { path: 'a.md' });
  let words = '';
  for (const { text, kind } of note.segments) {
    expect(text.length).toBeLessThanOrEqual(LONGEST_STATEMENT);
    expect(kind).toBe('sentence');
    words += `${text} `;
  }
  expect(words.split(/\s+/u).join(' ').trim()).toBe(body.split(/\s+/u).join(' ').trim());
});

test('names that stand with every claim below them are bounded: title, headings, header cells', () => {
  const long = 'word '.repeat(20_000);
  const note = parseNote(
    new TextEncoder().encode(
      `---\ntitle: ${long}\n---\n# ${long}\n\nTea is hot.\n\n|a|${long}|\n|-|-|\n|b|c|\n`,
    ),
    { path: 'a.md' },
  );
  expect(note.title.length).toBeLessThanOrEqual(LONGEST_NAME + 1);
  for (const { headingPath, header = [] } of note.segments) {
    for (const name of [...headingPath, ...header]) expect(name.length).toBeLessThanOrEqual(LONGEST_NAME + 1);
  }
});

test('a paragraph may have more statements than a function takes arguments', () => {
  const note = parseNote(new TextEncoder().encode('A? '.repeat(200_000)), { path: 'a.md' });
  expect(note.segments).toHaveLength(200_000);
});
