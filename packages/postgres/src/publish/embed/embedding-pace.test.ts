import { expect, it } from 'vitest';
import { createEmbeddingPace, REQUEST_TEXTS } from './embedding-pace.ts';

it('never takes less than a request after a success, however slow the embedder is', () => {
  const pace = createEmbeddingPace();
  for (let turn = 0; turn < 20; turn++) pace.tell('1 small', pace.textsOf('1 small'), 2_500);
  expect(pace.textsOf('1 small')).toBe(REQUEST_TEXTS);
});

it('takes more from a fast embedder, and less from one that fails, until it answers again', () => {
  const pace = createEmbeddingPace();
  for (let turn = 0; turn < 20; turn++) pace.tell('1 small', pace.textsOf('1 small'), 1);
  expect(pace.textsOf('1 small')).toBe(4_096);
  for (let turn = 0; turn < 20; turn++) pace.fail('1 small');
  expect(pace.textsOf('1 small')).toBe(1);
  for (let turn = 0; turn < 3; turn++) pace.tell('1 small', pace.textsOf('1 small'), 2_500);
  expect(pace.textsOf('1 small')).toBe(REQUEST_TEXTS);
});

it('learns about each scope and embedder alone', () => {
  const pace = createEmbeddingPace();
  pace.fail('1 small');
  pace.avoid('1 small');
  expect([pace.textsOf('1 tiny'), pace.textsOf('2 small')]).toEqual([REQUEST_TEXTS, REQUEST_TEXTS]);
  expect(['1 small', '1 tiny', '2 small'].map(pace.isAvoided)).toEqual([true, false, false]);
});

it('gives every fourth turn of an embedder to the scope that has waited longest', () => {
  const pace = createEmbeddingPace();
  const turns = Array.from({ length: 8 }, () => [pace.isForLongest('small'), pace.isForLongest('tiny')]);
  expect(turns.map(([small]) => small)).toEqual([false, false, false, true, false, false, false, true]);
  expect(turns.every(([small, tiny]) => small === tiny)).toBe(true);
});
