import { describe, expect, it } from 'vitest';
import { openMarkerAt, readHandles } from './read-handles.ts';

const read = (text: string) =>
  readHandles(text).map(({ start, end, handles }) => [text.slice(start, end), handles]);

describe('handles of a draft', () => {
  it.each([
    ['It runs [3].', [{ number: 3, quotes: [] }]],
    ['It runs [ 3 ].', [{ number: 3, quotes: [] }]],
    [
      'It runs [1, 3].',
      [
        { number: 1, quotes: [] },
        { number: 3, quotes: [] },
      ],
    ],
    ['It runs [2–4].', [2, 3, 4].map((number) => ({ number, quotes: [] }))],
    ['It runs [3: "at 40 bar"].', [{ number: 3, quotes: ['at 40 bar'] }]],
    ['It runs [3: “at 40 bar”].', [{ number: 3, quotes: ['at 40 bar'] }]],
    ['It runs [3: "see [x](y), "so""].', [{ number: 3, quotes: ['see [x](y), "so"'] }]],
    ['It runs [3: "at 40", "bar"].', [{ number: 3, quotes: ['at 40', 'bar'] }]],
    [
      'It runs [3: "at 40"; 4: "bar"].',
      [
        { number: 3, quotes: ['at 40'] },
        { number: 4, quotes: ['bar'] },
      ],
    ],
    ['走る[3：「40バール」]。', [{ number: 3, quotes: ['40バール'] }]],
  ])('%s', (text, handles) => {
    expect(readHandles(text).map((marker) => marker.handles)).toEqual([handles]);
  });

  it('are several where several stand', () => {
    expect(read('One [1][2: "b"] two [3].').map(([marker]) => marker)).toEqual(['[1]', '[2: "b"]', '[3]']);
  });

  it.each([
    'See [1](https://example.org).',
    '[1]: https://example.org',
    'A list `rows[1]` of code.',
    'A [claim:abcdefghij012345] of old.',
    'A task [ ] or [x], a year [2026].',
    'A number with words [3 of them].',
    'A quote that never ends [3: "at 40 bar.',
  ])('are none in: %s', (text) => {
    expect(readHandles(text)).toEqual([]);
  });
});

it('says where a marker is still open', () => {
  expect(openMarkerAt('It runs [3: "at 40')).toBe(8);
  expect(openMarkerAt('It runs [')).toBe(8);
  // The text after a closing bracket may turn the marker into a link.
  expect(openMarkerAt('It runs [3]')).toBe(8);
  expect(openMarkerAt('It runs [3]. Then')).toBe(-1);
  expect(openMarkerAt('It runs [x] and')).toBe(-1);
});
