import { MemoraError } from '@memora/core';
import { expect, it } from 'vitest';
import { createLimits, DEFAULT_LIMITS } from './create-limits.ts';
import { LimitError } from './limit-error.ts';

const NEVER = new AbortController().signal;

it('counts each principal by itself, and says when to come again', () => {
  let now = 0;
  const limits = createLimits({ ...DEFAULT_LIMITS, requestsPerMinute: 60, capturesPerMinute: 2 }, () => now);
  for (let i = 0; i < 60; i++) limits.request('flood');
  const refused = () => limits.request('flood');
  expect(refused).toThrow(LimitError);
  expect(refused).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS', retryAfter: 1_000 }));
  limits.request('quiet');
  now = 1_000;
  limits.request('flood');
  expect(refused).toThrow(LimitError);
  for (let i = 0; i < 2; i++) limits.capture('flood');
  expect(() => limits.capture('flood')).toThrow(expect.objectContaining({ retryAfter: 30_000 }));
});

it('lets some calls of a principal run, some wait, and refuses the others; nobody else waits', async () => {
  const limits = createLimits({ ...DEFAULT_LIMITS, callsAtOnce: 2 });
  const gate = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const call = async () => {
    most = Math.max(most, ++running);
    await gate.promise;
    running--;
    return 'done';
  };
  const calls = Array.from({ length: 13 }, () => limits.inTurn('flood', call, NEVER).catch((error) => error));
  const left = new AbortController();
  await Promise.resolve();
  expect(await limits.inTurn('quiet', async () => 'at once', NEVER)).toBe('at once');
  left.abort();
  gate.resolve();
  const ended = await Promise.all(calls);
  expect([ended.filter((each) => each === 'done').length, most]).toEqual([10, 2]);
  expect(ended.filter((each) => each instanceof LimitError)).toHaveLength(3);
});

it('gives up the place of a call that nobody waits for', async () => {
  const limits = createLimits({ ...DEFAULT_LIMITS, callsAtOnce: 1 });
  const gate = Promise.withResolvers<void>();
  const first = limits.inTurn('one', () => gate.promise, NEVER);
  const left = new AbortController();
  const second = limits.inTurn('one', async () => 'never', left.signal);
  const third = limits.inTurn('one', async () => 'third', NEVER);
  left.abort();
  await expect(second).rejects.toThrow();
  gate.resolve();
  await first;
  expect(await third).toBe('third');
});

it('takes a turn of whoever asks the most for each other who asks, and none for what waits for a worker', async () => {
  let now = 0;
  const limits = createLimits(DEFAULT_LIMITS, () => now);
  const running: Record<string, number> = {};
  const gates: (() => void)[] = [];
  const call = (name: string) => async () => {
    running[name] = (running[name] ?? 0) + 1;
    await new Promise<void>((resolve) => gates.push(resolve));
    running[name]--;
  };
  const ask = (name: string, kind?: 'write') => limits.inTurn(name, call(name), NEVER, kind);
  /** Ends the calls that have run the longest. */
  const end = async (count: number) => {
    for (const open of gates.splice(0, count)) open();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const calls = Array.from({ length: 12 }, () => ask('flood'));
  expect(running).toEqual({ flood: 4 });
  calls.push(ask('quiet'));
  expect(running).toEqual({ flood: 4, quiet: 1 });
  await end(4);
  expect(running).toEqual({ flood: 3, quiet: 1 });
  for (const name of ['a', 'b', 'c', 'd']) calls.push(ask(name));
  await end(4);
  expect(running).toEqual({ flood: 1, quiet: 0, a: 1, b: 1, c: 1, d: 1 });
  calls.push(ask('flood', 'write'), ask('flood', 'write'));
  expect(running['flood']).toBe(3);
  await end(5);
  // Nobody else has asked for a while, so every turn is available again.
  now = 5_000;
  await end(1);
  expect(running).toEqual({ flood: 4, quiet: 0, a: 0, b: 0, c: 0, d: 0 });
  while (gates.length > 0) await end(gates.length);
  await Promise.all(calls);
  expect(running).toEqual({ flood: 0, quiet: 0, a: 0, b: 0, c: 0, d: 0 });
});

it('names a refusal apart from other errors', () => {
  const refusal = new LimitError('requests', 1_500);
  expect([refusal.name, LimitError.isInstance(refusal), MemoraError.isInstance(refusal)]).toEqual([
    'LimitError',
    true,
    true,
  ]);
  expect(LimitError.isInstance(new MemoraError('x', { code: 'TOO_MANY_REQUESTS' }))).toBe(false);
});
