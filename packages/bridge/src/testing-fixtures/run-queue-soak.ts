import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { idOf, isForgotten, replacedBy } from './queue-facts.ts';
import { bridgeTable } from './setup-bridge.ts';

interface QueueSoak {
  readonly writes: number;
  readonly kills: number;
  readonly serverKills: number;
  readonly seed: number;
}

/** The final content of the other memory, compared with the expected content. */
interface QueueResult {
  readonly missing: readonly string[];
  readonly twice: readonly string[];
  /** Facts that were forgotten or replaced and still exist. */
  readonly left: readonly string[];
  /** Corrections whose old fact was removed before the new one existed. */
  readonly disordered: readonly string[];
  readonly errors: number;
  readonly killed: number;
  readonly serverKilled: number;
  readonly calls: number;
}

const HERE = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const HOW = ['', '', '', 'refuse', 'after', 'die', 'hang'];

/** Writes facts to a memory server while both sides are killed and the server refuses, hangs, and loses its answers. */
export async function runQueueSoak({ writes, kills, serverKills, seed }: QueueSoak): Promise<QueueResult> {
  const root = await mkdtemp(join(tmpdir(), 'queue-'));
  const [vault, config, store, how] = ['vault', 'config', 'store.jsonl', 'how'].map((name) =>
    join(root, name),
  ) as [string, string, string, string];
  for (const folder of [vault, config]) mkdirSync(folder);
  const command = [process.execPath, HERE('fake-memory-server.mjs'), store, how];
  writeFileSync(
    join(config, 'config.toml'),
    bridgeTable('other', { command, direction: 'write', timeout_ms: 400, local: true }),
  );
  let state = seed;
  const random = (most: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % most;
  };
  const start = (): ChildProcess =>
    spawn(
      process.execPath,
      ['--conditions=memora-source', HERE('queue-worker.ts'), vault, config, String(writes)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
  let [killed, serverKilled] = [0, 0];
  const killServer = (): void => {
    const pid = existsSync(`${store}.pid`) ? Number(readFileSync(`${store}.pid`, 'utf8')) : 0;
    try {
      if (pid > 0) process.kill(pid, 'SIGKILL');
      serverKilled++;
    } catch {
      // It is already gone.
      serverKilled++;
    }
  };
  try {
    let out = '';
    for (;;) {
      const isLast = killed >= kills && serverKilled >= serverKills;
      writeFileSync(how, isLast ? '' : (HOW[random(HOW.length)] ?? ''));
      const worker = start();
      out = '';
      worker.stdout?.on('data', (chunk: Buffer) => {
        out += chunk.toString();
      });
      const gone = once(worker, 'exit');
      const isGone = gone.then(() => true);
      const stillThere = async (ms: number) => !(await Promise.race([isGone, sleep(ms, false)]));
      while (!out.includes('ready') && (await stillThere(20)));
      if (!isLast) {
        while (serverKilled < serverKills && random(3) > 0 && (await stillThere(100 + random(900)))) {
          killServer();
          writeFileSync(how, HOW[random(HOW.length)] ?? '');
        }
        if (killed < kills && (await stillThere(200 + random(1_500)))) {
          worker.kill('SIGKILL');
          killed++;
        } else if (killed < kills) killed++;
        else worker.kill('SIGKILL');
      }
      await gone;
      if (isLast) break;
    }
    const said = /done (\{.*\})/u.exec(out)?.[1];
    if (said === undefined) throw new Error('the last worker did not come to its end');
    return {
      ...judge(store, writes),
      errors: (JSON.parse(said) as { errors: number }).errors,
      killed,
      serverKilled,
    };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

function judge(
  store: string,
  writes: number,
): Pick<QueueResult, 'missing' | 'twice' | 'left' | 'disordered' | 'calls'> {
  const lines = (path: string) =>
    (existsSync(path) ? readFileSync(path, 'utf8') : '').split('\n').filter((line) => line !== '');
  const count = new Map<string, number>();
  for (const line of lines(store)) {
    const { metadata } = JSON.parse(line) as { metadata?: { memora?: string } };
    const key = metadata?.memora ?? '';
    count.set(key, (count.get(key) ?? 0) + 1);
  }
  const events = lines(`${store}.log`).map((line) => JSON.parse(line) as { event: string; key: string });
  const [missing, twice, left, disordered]: string[][] = [[], [], [], []] as string[][];
  const replaced = new Set(Array.from({ length: writes }, (_, i) => replacedBy(i)).filter((i) => i !== null));
  for (let i = 0; i < writes; i++) {
    const id = idOf(i);
    const there = count.get(id) ?? 0;
    const isGone = isForgotten(i) || replaced.has(i);
    if (isGone && there > 0) left?.push(id);
    if (!isGone && there === 0) missing?.push(id);
    if (there > 1) twice?.push(id);
    const older = replacedBy(i);
    if (older === null) continue;
    const added = events.findIndex(({ event, key }) => event === 'add' && key === id);
    const removed = events.findIndex(({ event, key }) => event === 'delete' && key === idOf(older));
    if (removed >= 0 && !isForgotten(i) && (added < 0 || added > removed)) disordered?.push(id);
  }
  return {
    missing: missing ?? [],
    twice: twice ?? [],
    left: left ?? [],
    disordered: disordered ?? [],
    calls: events.length,
  };
}
