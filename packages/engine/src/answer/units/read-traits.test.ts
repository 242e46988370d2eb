import { expect, it } from 'vitest';
import { readTraits } from './read-traits.ts';
import type { UnitBlock } from './unit.ts';

const toBlock = (kind: UnitBlock['kind'], text: string): UnitBlock => ({
  kind,
  mark: '',
  depth: 0,
  lines: [{ text, claims: [] }],
  passage: null,
});
const onlyIntroduces = (...blocks: UnitBlock[]) =>
  readTraits({
    notePath: 'filter.md',
    noteTitle: 'Filter',
    headingPath: [],
    blocks,
    found: [],
    score: 1,
  }).onlyIntroduces;

it('sees that code and the lines before it only tell how, and that prose before a picture says what it says', () => {
  const line = toBlock('paragraph', 'The filter turns green when it includes links:');
  const code = toBlock('code', '```\nfilter\n```');
  expect(onlyIntroduces(code)).toBe(true);
  expect(onlyIntroduces(line, code)).toBe(true);
  expect(onlyIntroduces(line)).toBe(false);
  expect(onlyIntroduces(line, code, toBlock('paragraph', 'It stays green.'))).toBe(false);
});
