import { describe, expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';

describe('editDistance', () => {
  test.each([
    ['', '', 0],
    ['secret', 'secret', 0],
    ['sekret', 'secret', 1],
    ['privcay', 'privacy', 1],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['kitten', 'sitting', 3],
    ['ca', 'abc', 3],
  ])('%j to %j is %i, both ways', (a, b, distance) => {
    expect([editDistance(a, b), editDistance(b, a)]).toEqual([distance, distance]);
  });

  test('stops counting past the most', () => {
    expect([editDistance('kitten', 'sitting', 3), editDistance('kitten', 'sitting', 1)]).toEqual([3, 2]);
    expect(editDistance('', 'abc', 1)).toBe(2);
  });
});
