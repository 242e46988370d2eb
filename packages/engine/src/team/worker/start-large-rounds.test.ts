import type { Tracing } from '@memora/postgres';
import { afterEach, expect, it, vi } from 'vitest';
import type { LoadedConfig } from '../../config/index.ts';
import { hearThread, nameFault } from './hear-thread.ts';
import { startLargeRounds } from './start-large-rounds.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('starts a thread that died again, each time after twice as long, and says what it died of', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const faults: string[] = [];
  const dies = { settings: null as unknown as LoadedConfig, env: {}, cwd: '/', holder: 'one-large' };
  await using rounds = startLargeRounds({
    ...dies,
    onRound: () => undefined,
    onFault: (code) => faults.push(code),
  });
  expect(rounds).not.toBeNull();
  for (const [nth, pause] of [1_000, 2_000].entries()) {
    while (vi.getTimerCount() === 0) await new Promise(setImmediate);
    expect(faults).toEqual(Array.from({ length: nth + 1 }, () => 'TypeError'));
    vi.advanceTimersByTime(pause - 1);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(vi.getTimerCount()).toBe(0);
  }
}, 60_000);

it('ends the spans that were open when the thread died', async () => {
  const ended: unknown[] = [];
  const span: Tracing['span'] = (_, work) =>
    work(() => undefined).catch((error) => {
      ended.push(error.code);
      throw error;
    });
  const nothing = () => undefined;
  const { hear, died } = hearThread({
    tracing: { span, measure: nothing },
    onRound: nothing,
    onFault: nothing,
  });
  for (const id of [1, 2]) hear({ kind: 'begin', id, name: 'memora.index' });
  died();
  await vi.waitFor(() => expect(ended).toEqual(['THREAD_ENDED', 'THREAD_ENDED']), 60_000);
});

it('names an error by its code, else by its class, and never by its words', () => {
  const full = Object.assign(new Error('the kite is red'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
  expect([full, new RangeError('the kite'), 'the kite'].map(nameFault)).toEqual([
    'ERR_WORKER_OUT_OF_MEMORY',
    'RangeError',
    'a thrown string',
  ]);
});
