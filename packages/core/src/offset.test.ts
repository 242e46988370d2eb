import { expect, it } from 'vitest';
import { toByteOffset, toUtf16Offset } from './offset.ts';

it.each([toByteOffset, toUtf16Offset])(
  '$name takes non-negative safe integers and nothing else',
  (narrow) => {
    for (const value of [0, 1, Number.MAX_SAFE_INTEGER]) expect(narrow(value)).toBe(value);
    for (const value of [-1, 0.5, Number.NaN, Infinity, 2 ** 53, '1' as unknown as number]) {
      expect(() => narrow(value)).toThrow(RangeError);
    }
  },
);
