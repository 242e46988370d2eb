import { expect, it } from 'vitest';
import { keepWhile } from './keep-while.ts';

it('reads once for each stamp, and again what could not be read', async () => {
  let stamp: string | null = null;
  const reads: (string | null)[] = [];
  const read = keepWhile(
    async () => stamp,
    async () => {
      reads.push(stamp);
      if (reads.length === 2) throw new Error('busy');
      return stamp;
    },
  );
  expect(await Promise.all([read(), read()])).toEqual([null, null]);
  stamp = 'a';
  await expect(read()).rejects.toThrow('busy');
  expect([await read(), await read()]).toEqual(['a', 'a']);
  expect(reads).toEqual([null, 'a', 'a']);
});
