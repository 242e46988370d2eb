import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dropTreacherous, escapeTreacherous, spellTreacherous } from './spell-treacherous.ts';

/** By their Unicode names, because the table is written independently of this. */
const TREACHEROUS = [
  ...range(0x00, 0x08),
  ...range(0x0e, 0x1f),
  ...range(0x7f, 0x9f),
  0x061c,
  0x180e,
  0x200b,
  0x200e,
  0x200f,
  ...range(0x202a, 0x202e),
  ...range(0x2060, 0x206f),
  0xfeff,
  ...range(0xfff9, 0xfffb),
  ...range(0xe0001, 0xe007f),
  0xd800,
  0xdfff,
];
const KEPT = ['tea', 'Tee — „gut“', '猫は魚', '👨‍👩‍👧', 'می‌خواهم', '✈️', 'a\tb\r\nc', 'שלום', 'e\u0301'];

test('every treacherous character is spelt, dropped or escaped, and none is left', () => {
  for (const code of TREACHEROUS) {
    const character = String.fromCodePoint(code);
    const text = `a${character}b`;
    const spelt = `a⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩b`;
    expect([code, spellTreacherous(text), dropTreacherous(text)]).toEqual([code, spelt, 'ab']);
    const json = escapeTreacherous(JSON.stringify(text));
    expect(json).toMatch(/^[ -~]+$/);
    expect(JSON.parse(json)).toBe(text);
  }
});

test('words of every script, emoji and line breaks stay as they are', () => {
  for (const text of KEPT) {
    expect(spellTreacherous(text)).toBe(text);
    expect(dropTreacherous(text)).toBe(text);
  }
});

test('what comes out holds nothing more to be taken out, and JSON keeps its value', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(...TREACHEROUS.map((c) => String.fromCodePoint(c))),
  );
  fc.assert(
    fc.property(
      fc.array(unit).map((parts) => parts.join('')),
      (text) => {
        expect(dropTreacherous(spellTreacherous(text))).toBe(spellTreacherous(text));
        expect(JSON.parse(escapeTreacherous(JSON.stringify({ [text]: text })))).toEqual({ [text]: text });
      },
    ),
  );
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
