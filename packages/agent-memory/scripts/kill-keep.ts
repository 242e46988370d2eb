/**
 * `node --conditions=memora-source packages/agent-memory/scripts/kill-keep.ts [kills]`: a process that consolidates, rolls back or imports is killed at a moment of its work, each time in a
 * copy of the same vault. The next run finishes it or undoes it: the notes are those from before or those of the whole run, and the index made anew says the same.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openAgentMemory } from '../src/index.ts';
import { plantUntidy } from '../src/testing-fixtures/plant-untidy.ts';
import { stateOf } from '../src/testing-fixtures/state-of.ts';

const CHILD = fileURLToPath(new URL('../src/testing-fixtures/keep-of.ts', import.meta.url));
const ACTS = ['consolidate', 'rollback', 'import'] as const;
const NOW = new Date('2026-11-24T08:00:00Z');

/** The notes of a vault, without the trash and the log. */
async function notesOf(root: string): Promise<string> {
  const lines: string[] = [];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length + 1);
    // What a killed process was writing is no note; indexing clears it away.
    if (entry.isFile() && !path.startsWith('.') && !path.startsWith('_') && !entry.name.startsWith('.'))
      lines.push(`${path}\n${await readFile(join(root, path), 'utf8')}`);
  }
  return lines.sort().join('\n');
}

/** Runs an act, and kills it so long after it began; without a time it runs to its end. Gives how long it took. */
async function run(args: readonly string[], ms: number | null): Promise<number> {
  const flags = ['--conditions=memora-source', '--experimental-strip-types', '--no-warnings'];
  const child = spawn(process.execPath, [...flags, CHILD, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), closed]);
  const since = performance.now();
  if (ms !== null) {
    await Promise.race([sleep(ms), closed]);
    child.kill('SIGKILL');
  }
  await closed;
  return performance.now() - since;
}

export async function killKeep(
  kills: number,
  count = 60,
): Promise<{ kills: number; halved: number; faults: string[] }> {
  const home = await mkdtemp(join(tmpdir(), 'kill-keep-'));
  const faults: string[] = [];
  let halved = 0;
  try {
    const [base, empty, bundle] = ['base', 'empty', 'memory.jsonl'].map((name) => join(home, name)) as [
      string,
      string,
      string,
    ];
    await plantUntidy(base, count, NOW);
    await mkdir(empty);
    {
      await using agent = await openAgentMemory({ vault: base, now: () => NOW });
      await agent.memory.index();
      const parts: Uint8Array[] = [];
      for await (const part of agent.exportBundle()) parts.push(part);
      await writeFile(bundle, Buffer.concat(parts));
    }
    for (const [nth, act] of ACTS.entries()) {
      const from = act === 'import' ? empty : base;
      const [before, whole] = [await notesOf(from), join(home, `${act}-whole`)];
      await cp(from, whole, { recursive: true });
      const took = await run([whole, act, bundle], null);
      const after = await notesOf(whole);
      if (after === before) faults.push(`${act} changes nothing`);
      for (let i = nth; i < kills; i += ACTS.length) {
        const root = join(home, `${act}-${i}`);
        await cp(from, root, { recursive: true });
        await run([root, act, bundle], (((i * 37) % 101) / 101) * took);
        if (![before, after].includes(await notesOf(root))) halved++;
        await finish(root, act, bundle);
        const notes = await notesOf(root);
        if (notes !== after && (notes !== before || act === 'import'))
          faults.push(`${act} ${i} is half done`);
        const state = await stateAt(root);
        await rm(join(root, '.memora'), { recursive: true, force: true });
        if ((await stateAt(root)) !== state) faults.push(`${act} ${i}: the vault indexed anew is another`);
        await rm(root, { recursive: true });
      }
    }
    return { kills, halved, faults };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** The next run: whatever opens the memory settles what was begun; an import is asked for again. */
async function finish(root: string, act: string, bundle: string): Promise<void> {
  await using agent = await openAgentMemory({ vault: root, now: () => NOW });
  await agent.consolidate({ dryRun: true });
  if (act !== 'import') return;
  const bytes = await readFile(bundle);
  await agent.importBundle(async function* () {
    yield bytes;
  });
}

async function stateAt(root: string): Promise<string> {
  await using agent = await openAgentMemory({ vault: root, now: () => NOW });
  await agent.memory.index();
  return (await stateOf(agent)).join('\n');
}

if (import.meta.main) {
  const result = await killKeep(Number(process.argv[2] ?? 200));
  console.log(JSON.stringify(result));
  process.exitCode = result.faults.length === 0 ? 0 : 1;
}
