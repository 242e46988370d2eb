import { setTimeout as wait } from 'node:timers/promises';
import type { KeptRunning } from './keep-running.ts';

export interface KillTimes {
  /** The range of milliseconds between two kills of a server or the worker. */
  readonly killEvery: readonly [number, number];
  /** True keeps killing while the result is checked; false stops after the last capture, and kills a process only once it is ready again. */
  readonly killsOn: boolean;
}

export interface Kills {
  readonly servers: number;
  readonly worker: number;
  /** Kills of a process that was not ready yet. */
  readonly starting: number;
  /** The average seconds between two kills. */
  readonly apart: number;
}

/** Kills the processes one after the other until the signal aborts. They are started again by `keepRunning`. */
export async function killInTurn(
  victims: readonly KeptRunning[],
  { killEvery: [least, most], killsOn }: KillTimes,
  signal: AbortSignal,
): Promise<Kills> {
  const times: number[] = [];
  const kills = { servers: 0, worker: 0, starting: 0 };
  for (let turn = 0; ; turn++) {
    const pause = least + Math.random() * (most - least);
    await wait(pause, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    const victim = victims[turn % victims.length] as KeptRunning;
    while (!killsOn && !victim.isUp() && !signal.aborted) await wait(100);
    if (signal.aborted) break;
    if (!victim.kill()) kills.starting++;
    kills[victim.name === 'worker' ? 'worker' : 'servers']++;
    times.push(performance.now());
  }
  const [first = 0] = times;
  const apart = ((times.at(-1) ?? 0) - first) / 1_000 / Math.max(1, times.length - 1);
  return { ...kills, apart: Number(apart.toFixed(2)) };
}

/** The maximum memory of any of the servers at any sample. */
export function sampleEvery(ms: number, servers: readonly KeptRunning[], signal: AbortSignal): () => number {
  let most = 0;
  const look = setInterval(() => {
    most = Math.max(most, ...servers.map(({ resident }) => resident()));
  }, ms);
  signal.addEventListener('abort', () => clearInterval(look), { once: true });
  return () => most;
}
