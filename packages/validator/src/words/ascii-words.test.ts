import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readClauses } from '../clauses/read-clauses.ts';
import { readDriftTokens } from '../drift/read-drift-tokens.ts';
import { isAscii } from './ascii-words.ts';
import { readTerms } from './read-terms.ts';
import { readWords } from './read-words.ts';

/** Words, marks and any characters of ASCII. A mark outside it, behind them, makes the readers take their patterns for all scripts. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "l'eau",
        "dell'acqua",
        "don't",
        "O'Brien's",
        "d'",
        "'s",
        'and',
        'which',
        'en het ',
        'Und',
        'x-and',
        'pump_41',
        '3.5',
        'v2',
        ' ',
        ', ',
        '; ',
        ' - ',
        "''",
      ),
      fc.string({ unit: 'binary-ascii', maxLength: 6 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(' '));

const runs = { numRuns: 2_000 };

it('reads the same words, terms and tokens of ASCII as the patterns for all scripts', () => {
  fc.assert(
    fc.property(text, (ascii) => {
      expect(isAscii(ascii)).toBe(true);
      const other = `${ascii} §`;
      expect(isAscii(other)).toBe(false);
      expect(readWords(ascii)).toEqual(readWords(other));
      expect(readTerms(ascii)).toEqual(readTerms(other));
      expect(readDriftTokens(ascii)).toEqual(readDriftTokens(other));
    }),
    runs,
  );
});

it('cuts ASCII where the pattern for all scripts cuts it', () => {
  fc.assert(
    fc.property(text, (ascii) => {
      const cut = (whole: string) => readClauses(whole, [], false).map(({ start, tie }) => ({ start, tie }));
      expect(cut(`${ascii} .`)).toEqual(cut(`${ascii} §`));
    }),
    runs,
  );
});
