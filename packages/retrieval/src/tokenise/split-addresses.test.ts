import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitAddresses, withoutSchemes } from './split-addresses.ts';

describe('splitting addresses from prose', () => {
  it.each([
    [
      'See [the law](notes/Lawyers%20of%20Porto.md) first',
      'See [the law] first',
      ['notes/Lawyers of Porto.md'],
    ],
    ['At https://www.example.org/drift now', 'At now', ['example.org/drift']],
    ['[[Places/Porto|the office]] moved', 'the office moved', ['Places/Porto']],
    ['An <a href="x"> and [[Porto]] stay', 'An <a href="x"> and [[Porto]] stay', []],
    ['* [Game development](#gamedev)', '', ['Game development', '#gamedev']],
    ['  1. **[Setting up](#set-up-(linux))**', '', ['Setting up', '#set-up-(linux)']],
    ['- a\n- [[#Where to begin]]\n- [[#Why|Reasons]]', '- a', ['Where to begin', 'Reasons', 'Why']],
    ['[Use](#use) | [Licence](#licence)\n\nText', 'Text', ['Use', '#use', 'Licence', '#licence']],
    ['See [the law](#law) first', 'See [the law] first', ['#law']],
    ['- [Law](#law): what we keep to', '- [Law] : what we keep to', ['#law']],
    ['- [Law](law.md#law)', '- [Law]', ['law.md#law']],
    ['Broken %E0%A4%A at https://a.example/%E0%A4%A', 'Broken %E0%A4%A at', ['a.example/%E0%A4%A']],
  ])('%s', (text, prose, addresses) => {
    const split = splitAddresses(text);
    expect(split.prose.replace(/\s+/gu, ' ').trim()).toBe(prose);
    expect(split.addresses).toEqual(addresses);
  });

  it('never throws, and takes nothing out of a text without links', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { prose } = splitAddresses(text);
        if (!/\]\(|:\/\/|\[\[|www\./u.test(text)) expect(prose).toBe(text);
        withoutSchemes(text);
      }),
    );
  });

  it('reads a long line of links that ends in words', () => {
    const line = `${'[a](#a)***'.repeat(20_000)}b`;
    expect(splitAddresses(line).addresses).toHaveLength(20_000);
  });

  it('lets a question name an address with its scheme', () => {
    expect(withoutSchemes('who wrote https://www.example.org/drift?')).toBe('who wrote example.org/drift?');
  });
});
