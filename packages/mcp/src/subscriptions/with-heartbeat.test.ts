import { expect, it, vi } from 'vitest';
import { withHeartbeat } from './with-heartbeat.ts';

it('tells how long a silent call has taken, until it tells itself how far it is, or is over', () => {
  vi.useFakeTimers();
  try {
    const told: [number, number | null, string][] = [];
    const heartbeat = withHeartbeat((...step) => told.push(step), 'memora_consolidate');
    vi.advanceTimersByTime(11_000);
    expect(told.map(([, , message]) => message)).toEqual([
      'memora_consolidate: 5 s',
      'memora_consolidate: 10 s',
    ]);
    heartbeat.progress(1, 4, 'indexing');
    vi.advanceTimersByTime(20_000);
    expect(told.slice(2)).toEqual([[1, 4, 'indexing']]);
    const other = withHeartbeat((...step) => told.push(step), 'memora_challenge');
    other.stop();
    vi.advanceTimersByTime(20_000);
    expect(told).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});
