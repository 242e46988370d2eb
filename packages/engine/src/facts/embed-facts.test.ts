import type { Embedder } from '@memora/retrieval';
import { expect, it } from 'vitest';
import { openFactIndex } from './fact-index.ts';

const NEVER = new Promise<never>(() => undefined);
const BASE = { id: 'own', version: '1', dimensions: 2, place: 'loopback' } as const;

/**
 * Opens an index with an embedder that answers each request with the next of `answers`. The last one repeats.
 */
async function setup(answers: readonly (() => Promise<void>)[], patience: number) {
  const requests: number[] = [];
  const embedder: Embedder = {
    ...BASE,
    embed: async (texts) => {
      const answer = answers[Math.min(requests.push(texts.length), answers.length) - 1];
      await answer?.();
      return texts.map(() => [1, 0]);
    },
  };
  const index = await openFactIndex({
    reads: { get: async () => new Map() },
    ...{ extractor: undefined, detect: undefined, embedder, patience },
    now: () => new Date(),
  });
  return { index, requests };
}

const fact = (id: string) => ({ id, text: `The barn of ${id} is red.` });

it('puts facts although the embedder never answers, and asks it once', async () => {
  const { index, requests } = await setup([() => NEVER], 20);
  expect((await index.put([fact('ann'), fact('ben')])).added).toBe(2);
  expect((await index.put([fact('eve')])).added).toBe(1);
  expect(await index.claimsOf('eve')).toHaveLength(1);
  index.embedLater();
  expect(requests).toEqual([2]);
  await index.close();
});

it('embeds in the background what it did not wait for, and what was put meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { index, requests } = await setup([() => promise, async () => undefined], 20);
  await index.put([fact('ann')]);
  await index.put([fact('eve')]);
  const before = index.revision();
  resolve();
  await expect.poll(index.revision).toBeGreaterThan(before);
  expect(requests).toEqual([1, 1]);
  await index.close();
});

it('waits for an embedder that answers', async () => {
  const { index, requests } = await setup([async () => undefined], 600_000);
  await index.put([fact('ann')]);
  const [leg] = index.legs;
  expect([requests, leg?.name]).toEqual([[1], 'vector']);
  await index.put([fact('ann')]);
  expect(requests).toEqual([1]);
  await index.close();
});

it('stops waiting when its caller does', async () => {
  const { index } = await setup([() => NEVER], 600_000);
  const stop = new AbortController();
  const put = index.put([fact('ann')], [], stop.signal);
  await expect.poll(() => index.claimsOf('ann')).toHaveLength(1);
  stop.abort(new Error('enough'));
  await expect(put).rejects.toThrow('enough');
  await index.close();
});
