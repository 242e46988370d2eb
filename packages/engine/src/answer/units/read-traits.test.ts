import { expect, it } from 'vitest';
import { readTraits } from './read-traits.ts';
import type { UnitBlock } from './unit.ts';

const toBlock = (kind: UnitBlock['kind'], text: string): UnitBlock => ({
  kind,
  mark: '',
  depth: 0,
  oneALine: false,
  lines: [{ text, claims: [] }],
  passage: null,
});
const traitsOf = (...blocks: UnitBlock[]) =>
  readTraits({
    notePath: 'filter.md',
    noteTitle: 'Filter',
    headingPath: [],
    blocks,
    found: [],
    score: 1,
  });
const onlyIntroduces = (...blocks: UnitBlock[]) => traitsOf(...blocks).onlyIntroduces;

it('sees that code and the lines before it only tell how, and that prose before a picture says what it says', () => {
  const line = toBlock('paragraph', 'The filter turns green when it includes links:');
  const code = toBlock('code', '```\nfilter\n```');
  expect(onlyIntroduces(code)).toBe(true);
  expect(onlyIntroduces(line, code)).toBe(true);
  expect(onlyIntroduces(line)).toBe(false);
  expect(onlyIntroduces(line, code, toBlock('paragraph', 'It stays green.'))).toBe(false);
});

it.each([
  ['[Solid Principles, Uncle Bob](https://example.com/list?p=PLIN1xZ5) - DevLoopers', false],
  ['See https://example.com/2024/07 for more.', false],
  ['[Ten lessons](https://example.com/a), each of 20 minutes', true],
  ['Set the port to `8080`.', true],
])('takes no digit of an address for a figure: %s', (text, isFigure) => {
  expect(traitsOf(toBlock('item', text)).figure).toBe(isFigure);
});
