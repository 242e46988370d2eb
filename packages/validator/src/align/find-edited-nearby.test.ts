import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignQuote } from './align-quote.ts';
import { findEditedNearby } from './find-edited-nearby.ts';
import { prepareSource } from './prepare-source.ts';

const filler = Array.from(
  { length: 400 },
  (_, i) => `Line ${i} says that pump ${i * 7} of hall ${i % 13} was seen by the inspector at noon.`,
).join('\n');

const sentence = 'The first office staff found that fifty efficient valves still leak a little oil at night.';
const edited = 'The first office staff found that sixty efficient valves still leak a little oil at night.';

/** Spellings that the normal form reverses. */
const disguises: readonly (readonly [string, (text: string) => string])[] = [
  ['soft hyphens', (text) => text.replace(/(?<=\w\w)(?=\w\w)/g, '\u00ad')],
  ['wraps', (text) => text.replaceAll(' ', '\n> ')],
  ['links', (text) => text.replace(/office/, '[off](http://x.y/a(b)c "t")ice')],
  ['wikilinks', (text) => text.replace(/valves/, '[[Valve|valve]]s')],
  ['tags', (text) => text.replace(/still/, 'st<b class="x">ill</b>')],
  ['comments', (text) => text.replace(/staff/, 'st<!-- not shown -->aff')],
  ['long comments', (text) => text.replace(/staff/, `st<!-- ${'not shown '.repeat(60)}-->aff`)],
  ['Obsidian comments', (text) => text.replace(/fifty/, 'fif%%hidden%%ty')],
  ['footnotes', (text) => text.replace(/leak/, 'le[^12]ak')],
  [
    'full width',
    (text) => text.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  ],
  [
    'ligatures',
    (text) => text.replaceAll('ffi', 'ﬃ').replaceAll('fi', 'ﬁ').replaceAll('ff', 'ﬀ').replaceAll('st', 'ﬆ'),
  ],
  ['entities', (text) => text.replace(/oil/, 'o&shy;il').replace(/night/, 'n&#105;ght')],
  ['Kelvin signs', (text) => text.replaceAll('k', '\u212a').replaceAll('K', '\u212a')],
  ['capitals', (text) => text.toUpperCase()],
  ['code', (text) => text.replaceAll(' ', '` `')],
];

describe('findEditedNearby', () => {
  it('tells what a whole normal form tells, for a quote that is edited', () => {
    const source = `${filler}\n\n${sentence}\n\n${filler}`;
    const nearby = findEditedNearby(source, edited, edited.slice(0, -1));
    const whole = alignQuote(prepareSource(source), edited);
    expect(nearby?.place).toEqual(whole.spans[0]?.utf16);
    expect(nearby?.edits).toEqual(whole.diff);
  });

  it.each(disguises)(
    'leaves to the normal form what stands elsewhere in another spelling: %s',
    (_, disguise) => {
      const source = `${filler}\n\n${edited}\n\n${filler}\n\n${disguise(sentence)}\n\n${filler}`;
      expect(alignQuote(source, sentence).grounded).toBe(true);
    },
  );

  it('leaves it there in a script without spaces', () => {
    const source = `${filler}\n房东不允许进入公寓，租金为三千元。\n${filler}\n- 房东不允许进\u200b入\n  公寓，租金\n为四千元。\n${filler}`;
    expect(alignQuote(source, '房东不允许进入公寓，租金为四千元。').status).toBe('normalized');
    expect(alignQuote(source, '房东不允许进入公寓，租金为五千元。').status).toBe('edited');
  });

  it('agrees with the normal form whatever the spellings', () => {
    const words = sentence.split(' ');
    const spelling = fc.tuple(fc.nat(words.length - 1), fc.constantFrom(...disguises));
    fc.assert(
      fc.property(
        fc.array(spelling, { maxLength: 5 }),
        fc.nat(words.length - 2),
        fc.boolean(),
        (spellings, at, swap) => {
          const spelt = [...words];
          for (const [i, [, disguise]] of spellings) spelt[i] = disguise(spelt[i] as string);
          const quote = [...words];
          if (swap) quote.splice(at, 2, quote[at + 1] as string, quote[at] as string);
          const source = `${filler}\n\n${quote.join(' ').replace('valves', 'pumps')}\n\n${filler}\n\n${spelt.join(' ')}\n\n${filler}`;
          const cold = alignQuote(source, quote.join(' '));
          const whole = alignQuote(prepareSource(source), quote.join(' '));
          expect([cold.status, cold.spans.length > 0]).toEqual([whole.status, whole.spans.length > 0]);
        },
      ),
      { numRuns: 60 },
    );
  });
});
