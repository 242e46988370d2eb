import { expect, it } from 'vitest';
import { findInline } from './find-inline.ts';

it('knows wikilinks, their images and plain links from one another', () => {
  const text = 'See [[Pump|the pump]], ![[pump.png]] and [the plan](plan.md).';
  const marks = findInline(text).ranges.map(({ kind, start, end }) => [kind, text.slice(start, end)]);
  expect(marks).toEqual([
    ['wikilink', '[[Pump|the pump]]'],
    ['image', '![[pump.png]]'],
    ['link', '[the plan](plan.md)'],
  ]);
});
