import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchAtWords } from './match-at-words.ts';

const PATTERNS = [
  { pattern: /(?<![\p{L}\p{N}])(?:pass(?:word|wort)|kennwort|clé api)s?: ?(?<value>\S+)/giu },
  { pattern: /(?<!\w)(?:sk|rk)_(?:live|test)_[A-Z]{2}/g },
  { pattern: /\b\d{2}(?: ?\d){2}(?!\d)/g },
  {
    pattern: /(?<![\p{L}\p{N}])(?:\p{L}{1,4}(?:itis|ose)|arthr(?:o|ó)sis)(?!\p{L})/giu,
    holding: /iti[sſ]|o[sſ]e/i,
  },
  { pattern: /(?<![\p{L}\p{N}])(?:密码|日|ß)(?!x)/giu },
];
const find = matchAtWords(PATTERNS);

const word = fc.constantFrom(
  ...[
    'password',
    'Passwort',
    'KENNWORT',
    'paſſwords',
    '\u212aennwort',
    'clé api',
    'CLÉ API',
    'pass',
    's',
    ': ',
    ':x',
  ],
  ...[
    'sk_live_AB',
    'sk_',
    'rk_test_',
    'ZZ',
    '12',
    '1 2',
    '3',
    'neuritis',
    'Ritiſ',
    'xxxxxitis',
    'rose',
    'ROſE',
    'arthrósis',
  ],
  ...['密码', '日', 'ß', 'ẞ', ' ', ' ', '\n', '_', '-', '\u00a0', 'é', '\u{1d400}', '\ud835', '\udc00'],
);

it('finds what the patterns find', () => {
  let some = 0;
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      const text = words.join('');
      const found = find(text);
      for (const [i, { pattern }] of PATTERNS.entries()) {
        const expected = [...text.matchAll(pattern)];
        some += expected.length;
        expect(found.all(i)).toEqual(expected);
        expect(found.has(i)).toBe(expected.length > 0);
      }
    }),
    { numRuns: sampleOf(1_500) },
  );
  expect(some).toBeGreaterThan(sampleOf(500));
});

it('takes for one letter all cases of it that a pattern does', () => {
  const cased: string[] = [];
  for (let unit = 0; unit < 0xffff; unit++) {
    const letter = String.fromCharCode(unit);
    if (/\p{CWCM}|\p{CWCF}/u.test(letter)) cased.push(letter);
  }
  const all = cased.join(' ');
  const missed: string[] = [];
  for (let at = 0; at < cased.length; at += 31) {
    const patterns = cased.slice(at, at + 31).map((letter) => ({ pattern: new RegExp(letter, 'giu') }));
    const inAll = matchAtWords(patterns)(all);
    for (const [i, { pattern }] of patterns.entries()) {
      const found = new Set(inAll.all(i).map(([match]) => match));
      for (const match of all.match(pattern) ?? []) if (!found.has(match)) missed.push(cased[at + i] + match);
    }
  }
  // Ligatures and vowels with two accents that are in none of the lists' words.
  expect(missed).toEqual(['ΐ\u1fd3', 'ΰ\u1fe3', '\u1fd3ΐ', '\u1fe3ΰ', 'ﬅﬆ', 'ﬆﬅ']);
});

it('refuses patterns that it would overlook matches of', () => {
  expect(() => matchAtWords([{ pattern: /(?<!\w)\p{L}+x/u }])('')).toThrow(RangeError);
  expect(() => matchAtWords(Array.from({ length: 32 }, () => ({ pattern: /a/ })))('')).toThrow(RangeError);
});
