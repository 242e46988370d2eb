/**
 * `node --conditions=memora-source packages/agent-memory/src/testing-fixtures/write-together.ts [processes] [saves]`: processes remember concurrently in one
 * vault; a third of their saves are common to all. Every answer must be accounted for, nothing may be current twice, and the same notes must give the same
 * state in any indexing order.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type AgentMemory, openAgentMemory } from '../index.ts';
import { factOf } from './fact-of.ts';
import { stateOf } from './state-of.ts';

const CHILD = fileURLToPath(new URL('./remember-of.ts', import.meta.url));

/** The answer to a process. */
interface Answer {
  readonly content: string;
  readonly decision: string;
  readonly memoryId: string | null;
  readonly target: string | null;
}

/** The result of the run. */
interface WrittenTogether {
  readonly answers: number;
  /** Number of memories that were written. */
  readonly notes: number;
  /** Number of distinct facts. */
  readonly facts: number;
  readonly faults: readonly string[];
}

async function run(root: string, name: string, saves: number): Promise<Answer[]> {
  const flags = ['--conditions=memora-source', '--experimental-strip-types', '--no-warnings'];
  const child = spawn(process.execPath, [...flags, CHILD, root, name, String(saves)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return said
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Answer);
}

/** The texts that are current and merged into no other. */
async function currentOf({ memory }: AgentMemory, paths: readonly string[]): Promise<string[]> {
  const texts: string[] = [];
  for (const path of paths) {
    const { claims } = await memory.claims.listClaims({ notePath: path });
    for (const [i, line] of (await memory.readSpans(claims)).entries())
      if (claims[i]?.status === 'current' && claims[i]?.duplicateOf === null) texts.push(String(line));
  }
  return texts;
}

async function memoriesOf(root: string): Promise<string[]> {
  const all = await readdir(root, { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => /^\w+\/memory\//u.test(path))
    .sort();
}

/** The same notes in a separate vault, indexed one by one in another order. */
async function stateInOrder(root: string, paths: readonly string[]): Promise<string[]> {
  const other = await mkdtemp(join(tmpdir(), 'write-together-'));
  try {
    await using agent = await openAgentMemory({ vault: other });
    for (const path of paths) {
      await mkdir(dirname(join(other, path)), { recursive: true });
      await cp(join(root, path), join(other, path), { preserveTimestamps: true });
      await agent.memory.indexNotes([path]);
    }
    return await stateOf(agent);
  } finally {
    await rm(other, { recursive: true, force: true });
  }
}

/** Runs `processes` processes with `saves` memories each, concurrently, and returns the problems. */
export async function writeTogether(processes: number, saves: number): Promise<WrittenTogether> {
  const root = await mkdtemp(join(tmpdir(), 'write-together-'));
  try {
    const names = Array.from({ length: processes }, (_, i) => `p${i}`);
    const answers = (await Promise.all(names.map((name) => run(root, name, saves)))).flat();
    const facts = new Set(names.flatMap((name) => Array.from({ length: saves }, (_, i) => factOf(name, i))));
    const paths = await memoriesOf(root);
    const ids = new Set(paths.map((path) => `mem_${path.slice(-15, -3)}`));
    const faults: string[] = [];
    if (answers.length !== processes * saves)
      faults.push(`${answers.length} answers to ${processes * saves} saves`);
    for (const { decision, memoryId, target } of answers)
      if (!['accept', 'reinforce'].includes(decision) || !ids.has(String(memoryId ?? target)))
        faults.push(`an answer is ${decision} of ${memoryId ?? target}`);
    const written = new Set(answers.flatMap(({ memoryId }) => memoryId ?? []));
    if (written.size !== ids.size) faults.push(`${ids.size} notes of ${written.size} that were answered`);

    const states: string[] = [];
    {
      await using agent = await openAgentMemory({ vault: root });
      await agent.memory.index();
      states.push((await stateOf(agent)).join('\n'));
      const current = await currentOf(agent, paths);
      const twice = current.filter((line, i) => current.indexOf(line) !== i);
      for (const line of new Set(twice)) faults.push(`current twice: ${line}`);
      for (const fact of facts) if (!current.includes(fact)) faults.push(`lost: ${fact}`);
    }
    await rm(join(root, '.memora'), { recursive: true });
    {
      await using again = await openAgentMemory({ vault: root });
      await again.memory.index();
      states.push((await stateOf(again)).join('\n'));
    }
    states.push((await stateInOrder(root, paths.toReversed())).join('\n'));
    const byId = paths.toSorted((a, b) => (a.slice(-15) < b.slice(-15) ? -1 : 1));
    states.push((await stateInOrder(root, byId)).join('\n'));
    for (const [i, name] of ['anew', 'backwards', 'in the order of ids'].entries())
      if (states[i + 1] !== states[0]) faults.push(`another state where it is indexed ${name}`);
    return { answers: answers.length, notes: paths.length, facts: facts.size, faults };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const [processes = '20', saves = '50'] = process.argv.slice(2);
  const { faults, ...result } = await writeTogether(Number(processes), Number(saves));
  console.log(JSON.stringify({ ...result, faulty: faults.length, faults: faults.slice(0, 10) }));
  process.exitCode = faults.length === 0 ? 0 : 1;
}
