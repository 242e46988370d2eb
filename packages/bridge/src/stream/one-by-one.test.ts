import { expect, it } from 'vitest';
import { oneByOne } from './one-by-one.ts';

type Item = { readonly n: number };

async function* lists(left: string[], fails = false): AsyncGenerator<Item | readonly Item[]> {
  try {
    yield [{ n: 1 }, { n: 2 }];
    yield [];
    yield { n: 3 };
    if (fails) throw new Error('broken');
    yield [{ n: 4 }];
  } finally {
    left.push('left');
  }
}

async function all(read: AsyncGenerator<Item>): Promise<number[]> {
  const given: number[] = [];
  for await (const { n } of read) given.push(n);
  return given;
}

it('gives what lists hold one by one, in order, and reads nothing before it is asked', async () => {
  const left: string[] = [];
  expect(await all(oneByOne(lists(left)))).toEqual([1, 2, 3, 4]);
  expect(left).toEqual(['left']);
  const asked = oneByOne(lists(left));
  const results = await Promise.all(Array.from({ length: 6 }, () => asked.next()));
  expect(results.map(({ value }) => value?.n)).toEqual([1, 2, 3, 4, undefined, undefined]);
});

it('closes what it reads when it is left, and passes a fault on', async () => {
  const left: string[] = [];
  for await (const { n } of oneByOne(lists(left))) if (n === 1) break;
  expect(left).toEqual(['left']);
  const broken = oneByOne(lists(left, true));
  await expect(all(broken)).rejects.toThrow('broken');
  expect(await broken.next()).toEqual({ done: true, value: undefined });
  const thrown = oneByOne(lists(left));
  expect(await thrown.next()).toEqual({ done: false, value: { n: 1 } });
  await expect(thrown.throw(new Error('enough'))).rejects.toThrow('enough');
  expect(await thrown.next()).toEqual({ done: true, value: undefined });
  expect(left).toHaveLength(3);
});
