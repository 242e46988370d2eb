import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ARABIC } from './arabic.ts';
import { CYRILLIC } from './cyrillic.ts';
import { DEVANAGARI } from './devanagari.ts';
import { EAST_ASIAN } from './east-asian.ts';
import { EVERY_SCRIPT } from './every-script.ts';
import { LATIN } from './latin.ts';
import { LATIN_CUES } from './latin-cues.ts';
import type { ScriptWords } from './script-words.ts';

/*
 * A text without a character of a script loads none of its words. That changes no verdict only as long as each of those words has such a character.
 */
const SCRIPTS: readonly (readonly [string, ScriptWords, RegExp])[] = [
  ['cyrillic', CYRILLIC, /\p{Script=Cyrillic}/u],
  ['arabic', ARABIC, /\p{Script=Arabic}/u],
  ['devanagari', DEVANAGARI, /\p{Script=Devanagari}/u],
  [
    'east-asian',
    EAST_ASIAN,
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u,
  ],
];

/** The words of each list, without the figures and names that its format adds. */
function* wordsIn(words: ScriptWords): Generator<readonly [list: string, word: string]> {
  for (const [list, value] of Object.entries(words)) {
    if (list === 'unspaced') continue;
    const texts: string[] = typeof value === 'string' ? [value] : Object.values(value as object);
    for (const text of texts) {
      if (list === 'cues') {
        for (const line of text.trim().split('\n'))
          for (const cue of (line.split('|')[3] as string).split(', ')) yield [list, cue];
      } else if (list === 'units' || list === 'magnitudes' || list === 'fractions')
        for (const group of text.split('|')) for (const word of group.split(' ').slice(1)) yield [list, word];
      else if (list === 'numbers')
        for (const group of text.split('|')) for (const word of group.split(' ').slice(2)) yield [list, word];
      else for (const word of text.split(/[ |,=+]/u)) yield [list, word];
    }
  }
}

describe.each(SCRIPTS)('the words of %s', (_name, words, character) => {
  it('have a character of the script, each of them', () => {
    for (const [list, word] of wordsIn(words)) {
      if (word === '-' || word === '') continue;
      expect(word, list).toMatch(character);
    }
  });
});

it('stand in one script each: none of the others is loaded from the start', () => {
  expect([...EVERY_SCRIPT].sort()).toEqual(SCRIPTS.map(([, words]) => words).sort());
  for (const [list, word] of wordsIn({ ...LATIN, ...LATIN_CUES }))
    for (const [script, , character] of SCRIPTS) expect(word, `${list}, ${script}`).not.toMatch(character);
});

it('have patterns for scripts without spaces that no other text matches', () => {
  const { unspaced } = EAST_ASIAN;
  const patterns = Object.values(unspaced ?? {});
  expect(patterns.length).toBe(4);
  const other = fc.string({
    unit: fc.oneof(
      // A per cent sign counts only after a numeral of these scripts.
      fc
        .integer({ min: 0x20, max: 0x5ff })
        .map((code) => String.fromCodePoint(code))
        .filter((character) => character !== '%'),
      fc.integer({ min: 0x900, max: 0x97f }).map((code) => String.fromCodePoint(code)),
    ),
    maxLength: 40,
  });
  fc.assert(
    fc.property(other, (text) => {
      for (const pattern of patterns) expect(text.search(pattern), `${pattern} in ${text}`).toBe(-1);
    }),
  );
});
