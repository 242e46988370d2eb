import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeyedRows, RowsByNumber } from './rows-by-number.ts';

test('holds what a map holds, whatever the numbers', () => {
  const key = fc.oneof(fc.nat(200), fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 2 ** 40 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.nat())), fc.array(key), (rows, others) => {
      const held = new RowsByNumber<number>();
      for (const [key, row] of rows) held.set(key, row);
      const map = new Map(rows);
      for (const each of [...map.keys(), ...others]) expect(held.get(each)).toBe(map.get(each));
    }),
  );
});

test('keeps rows by texts too', () => {
  const held = createKeyedRows<string, number>('a');
  held.set('a', 1);
  expect([held.get('a'), held.get('1')]).toEqual([1, undefined]);
});
