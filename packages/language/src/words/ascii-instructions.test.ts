import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isInstruction, overridesInstructions } from './is-instruction.ts';

/** The text that the patterns match, as far as ASCII can write it. */
const PHRASES =
  "please|kindly|from now on,|when it rains,|always|never|don't|do not|make sure|be careful|use|run|delete|ignore|disregard|forget|override|act as|all|any|previous|prior|system|safety|user's|instructions|instruction:|prompt|rules|policy|everything|above|before|so far|was said|you|the agent|everyone|must|should|has to|needs to|can't|is to|now|source|of|is|3|immer|verwende|verwenden sie|du|der agent|musst|darf nicht|ignoriere alles|davor|anweisung|s'il te plait|n'utilise jamais|ne fais pas|ignorez|il faut|por favor,|siempre|no uses|olvida todo lo anterior|istruzioni|altijd|jailbreak|you are now|new instructions:|<system>|[INST]|[/SYSTEM]|.|,|:|- |\"|ss|k|i".split(
    '|',
  );
const text = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...PHRASES) },
          fc.string({ unit: 'grapheme-ascii', maxLength: 5 }),
        ),
        fc.constantFrom(' ', ' ', ' ', ' ', ', ', '-', ''),
      ),
      { maxLength: 8 },
    ),
    fc.constantFrom('', 'loud', 'capital'),
  )
  .map(([words, how]) => {
    const said = words.flat().join('');
    if (how === 'loud') return said.toUpperCase();
    return how === 'capital' ? `${said.slice(0, 1).toUpperCase()}${said.slice(1)}` : said;
  });

it('takes a text of ASCII alone for an order just when it does with another character behind it', () => {
  let orders = 0;
  fc.assert(
    fc.property(text, (said) => {
      // After a space it belongs to no word, and no pattern extends to the end of a text.
      const beside = `${said} …`;
      expect(overridesInstructions(said)).toBe(overridesInstructions(beside));
      expect(isInstruction(said)).toBe(isInstruction(beside));
      if (isInstruction(said)) orders++;
    }),
    { numRuns: sampleOf(2_000) },
  );
  expect(orders).toBeGreaterThan(sampleOf(200));
});
