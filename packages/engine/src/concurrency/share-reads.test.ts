import { expect, it } from 'vitest';
import { shareReads } from './share-reads.ts';

it('reads once for those who ask at the same time, and again for who asks later', async () => {
  let reads = 0;
  const read = shareReads(async (path) => `${path} ${++reads}`);
  expect(await Promise.all([read('a'), read('a'), read('b')])).toEqual(['a 1', 'a 1', 'b 2']);
  expect(await read('a')).toBe('a 3');
});

it('does not keep a read that failed', async () => {
  let reads = 0;
  const read = shareReads(async () => {
    if (++reads === 1) throw new Error('gone');
    return reads;
  });
  await expect(read('a')).rejects.toThrow('gone');
  expect(await read('a')).toBe(2);
});
