/**
 * `node --conditions=memora-source packages/vault/scripts/append-soak.ts [KILLS]`: 20 processes append 50 turns each to one conversation, then to 20, then while
 * that many of them (200) are ended by SIGKILL. Every turn that a process said was on disk has to be there once, whole, and in its writer's order. Exits 1 where one is not.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type NoteTurn, parseNote, readTurns } from '../src/index.ts';

const WRITER = fileURLToPath(new URL('../src/testing-fixtures/append-turns-of.ts', import.meta.url));
const [WRITERS, TURNS] = [20, 50];
const kills = Number(process.argv[2] ?? '200');

interface Said {
  readonly name: string;
  readonly count: number;
  readonly session: string;
}

let failed = 0;
for (const sessions of [1, WRITERS]) await run(`${WRITERS} writers, ${sessions} conversations`, sessions, 0);
for (let done = 0; done < kills; done += WRITERS)
  await run(
    `${WRITERS} writers, each killed (${done + 1} to ${done + WRITERS})`,
    done % 40 === 0 ? 1 : WRITERS,
    1,
  );
process.exitCode = failed > 0 ? 1 : 0;

async function run(title: string, sessions: number, killed: 0 | 1): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'memora-append-'));
  try {
    const said = (
      await Promise.all(
        Array.from({ length: WRITERS }, (_, i) =>
          write(root, `w${i}`, sessions, killed === 0 ? Infinity : 1 + ((i * 7) % (TURNS - 5))),
        ),
      )
    ).flat();
    // A writer that comes after them mends what was torn.
    said.push(...(await write(root, 'after', sessions, Infinity)));
    const faults = await check(root, said, killed);
    console.log(`${title}: ${said.length} turns said to be on disk, ${faults.length} faults`);
    for (const fault of faults.slice(0, 5)) console.log(`  ${fault}`);
    failed += faults.length;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function write(root: string, name: string, sessions: number, kill: number): Promise<Said[]> {
  const child = spawn(
    process.execPath,
    ['--conditions=memora-source', '--no-warnings', WRITER, root, name, String(TURNS), String(sessions)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (text.split('\n').length - 2 >= kill) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) && line.split(' ').length === 4)
    .map((line) => {
      const [, count, path = ''] = line.split(' ');
      return { name, count: Number(count), session: /s\d+/u.exec(path)?.[0] ?? '' };
    });
}

/** What is wrong with the notes, by what was said of them. */
async function check(root: string, said: readonly Said[], killed: 0 | 1): Promise<string[]> {
  const faults: string[] = [];
  const turns = await readAll(root);
  const found = new Map<string, number>();
  const last = new Map<string, number>();
  for (const { session, turn } of turns) {
    const [, name, count] = /^(\w+) says (\d+)\./u.exec(turn.text) ?? [];
    if (name === undefined || turn.role !== 'user' || turn.name !== name) {
      faults.push(`${session} holds a turn that nobody said`);
      continue;
    }
    if (!turn.text.endsWith(`^t${count}`)) faults.push(`${session}: ${name} ${count} is torn`);
    const key = `${session} ${name}`;
    if ((last.get(key) ?? -1) >= Number(count)) faults.push(`${session}: ${name} ${count} out of order`);
    last.set(key, Number(count));
    found.set(`${name} ${count}`, (found.get(`${name} ${count}`) ?? 0) + 1);
  }
  for (const { name, count } of said)
    if (found.get(`${name} ${count}`) !== 1)
      faults.push(`${name} ${count} stands ${found.get(`${name} ${count}`) ?? 0} times`);
  // A turn may be on disk before its writer could say so; without a kill nobody is interrupted.
  if (killed === 0 && turns.length !== said.length)
    faults.push(`${turns.length} turns stand, ${said.length} were said`);
  return faults;
}

async function readAll(root: string): Promise<{ readonly session: string; readonly turn: NoteTurn }[]> {
  const folder = join(root, 'episodic/conversations/2026/11');
  const all: { readonly session: string; readonly turn: NoteTurn }[] = [];
  for (const path of await readdir(folder)) {
    const note = parseNote(await readFile(join(folder, path)), { path });
    all.push(...readTurns(note).map((turn) => ({ session: /s\d+/u.exec(path)?.[0] ?? '', turn })));
  }
  return all.sort((a, b) => (a.turn.index ?? 0) - (b.turn.index ?? 0));
}
