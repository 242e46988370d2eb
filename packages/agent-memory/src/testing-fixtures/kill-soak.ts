/**
 * `node --conditions=memora-source packages/agent-memory/src/testing-fixtures/kill-soak.ts [kills]`: a process remembers, forgets, restores and confirms, and
 * is repeatedly killed at a random moment. Afterwards every note must be whole, nothing acknowledged may be lost, the ledger and the files must agree, and a
 * freshly indexed vault must be the same.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseNote } from '@memora/vault';
import { openAgentMemory } from '../index.ts';
import { readMemory } from '../note/read-memory.ts';
import { stateOf } from './state-of.ts';

const CHILD = fileURLToPath(new URL('./act-of.ts', import.meta.url));

/** The operations that the child reported as done. */
interface Said {
  readonly act: 'remembered' | 'forgotten' | 'restored' | 'confirmed';
  readonly id: string;
}

async function runAndKill(
  root: string,
  seed: number,
  { after, ms }: { after: number; ms: number },
): Promise<Said[]> {
  const flags = ['--conditions=memora-source', '--experimental-strip-types', '--no-warnings'];
  const child = spawn(process.execPath, [...flags, CHILD, root, String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  let isStarted = (): void => undefined;
  const started = new Promise<void>((resolve) => {
    isStarted = resolve;
  });
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (text.split('\n').length > after) isStarted();
  });
  const closed = once(child, 'close');
  await Promise.race([started, closed]);
  await Promise.race([sleep(ms), closed]);
  child.kill('SIGKILL');
  await closed;
  return text
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line) as Said);
}

/** Kills `kills` processes at work in one vault, and returns the problems. */
export async function soak(
  kills: number,
  seed = 1,
): Promise<{ kills: number; acts: number; faults: string[] }> {
  const root = await mkdtemp(join(tmpdir(), 'kill-soak-'));
  const faults: string[] = [];
  const last = new Map<string, Said['act']>();
  let acts = 0;
  let random = seed;
  const next = (): number => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
    return random / 2_147_483_648;
  };
  for (let i = 0; i < kills; i++) {
    for (const { act, id } of await runAndKill(root, seed + i, { after: 1 + next() * 6, ms: next() * 200 })) {
      acts++;
      last.set(id, act);
    }
  }
  // The next run finishes it.
  let before: string[];
  {
    await using agent = await openAgentMemory({ vault: root });
    await agent.recall('anything');
    await agent.memory.index();
    const listed = new Set((await agent.memory.claims.notes()).map(({ noteId }) => noteId));
    const whole = new Set<string>();
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name).slice(root.length + 1);
      if (!entry.isFile() || path.startsWith('.memora') || !/\/memory\//u.test(path)) continue;
      const bytes = await readFile(join(root, path));
      const note = parseNote(bytes, { path: path.replace(/^\.trash\/memora\//u, '') });
      const memory = readMemory(note, bytes);
      if (memory === null || !/^Fact \d+ of run \d+ is kept in the archive\.$/u.test(memory.content))
        faults.push(`${path} is torn`);
      else whole.add(memory.id);
    }
    for (const [id, act] of last) {
      if (!whole.has(id)) faults.push(`${id} is lost`);
      // A later operation of a killed process may have reached the ledger; otherwise the last reported one
      // must be in effect.
      const ledger = await readFile(join(root, '_ledger.md'), 'utf8').catch(() => '');
      const decided = [...ledger.matchAll(/(forget|restore|confirm) note:(mem_\w{12})/gu)].findLast(
        ([, , of]) => of === id,
      )?.[1];
      const isGone = decided === undefined ? act === 'forgotten' : decided === 'forget';
      if (isGone === listed.has(id))
        faults.push(`${id} is ${isGone ? 'shown though forgotten' : 'not shown'}`);
    }
    before = await stateOf(agent);
  }
  await rm(join(root, '.memora'), { recursive: true });
  {
    await using agent = await openAgentMemory({ vault: root });
    await agent.memory.index();
    if ((await stateOf(agent)).join('\n') !== before.join('\n'))
      faults.push('the vault indexed anew is another');
  }
  await rm(root, { recursive: true, force: true });
  return { kills, acts, faults };
}

if (import.meta.main) {
  const result = await soak(Number(process.argv[2] ?? 200));
  console.log(
    JSON.stringify({ ...result, faults: result.faults.slice(0, 10), faulty: result.faults.length }),
  );
  process.exitCode = result.faults.length === 0 ? 0 : 1;
}
