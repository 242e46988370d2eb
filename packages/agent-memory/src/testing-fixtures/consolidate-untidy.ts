/**
 * `node --conditions=memora-source packages/agent-memory/src/testing-fixtures/consolidate-untidy.ts [notes]`: consolidates a generated memory with planted
 * copies, ends, holds, disputes and as many decoys. Prints precision and recall of each pass, lost facts, and what a second run and the undo change.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAgentMemory } from '../index.ts';
import { plantUntidy } from './plant-untidy.ts';

/** How well one pass found the planted items. */
export interface Score {
  readonly precision: number;
  readonly recall: number;
}

interface Tidied {
  readonly notes: number;
  readonly merge: Score;
  readonly ended: Score;
  readonly unconfirmed: Score;
  readonly settled: Score;
  /** Statements that are neither live nor merged, nor ended with their note in the trash. */
  readonly lost: number;
  /** Files that a second run changed. */
  readonly again: number;
  /** Files that undoing did not restore. */
  readonly notUndone: number;
}

export async function consolidateUntidy(count: number): Promise<Tidied> {
  const root = await mkdtemp(join(tmpdir(), 'untidy-'));
  try {
    const now = new Date('2026-11-24T08:00:00Z');
    const planted = await plantUntidy(root, count, now);
    await using agent = await openAgentMemory({ vault: root, now: () => now });
    await agent.memory.index();
    const before = await readAll(root);
    const { batch, steps } = await agent.consolidate();
    const after = await readAll(root);
    await agent.consolidate();
    const second = await readAll(root);
    const found = (code: string, from: number) =>
      steps.flatMap((step) => (step.code === code ? step.notes.slice(from) : []));
    const texts = new Set(
      [...after].flatMap(([path, text]) => (path.startsWith('.memora') ? [] : [text.split('---\n').at(-1)])),
    );
    const lost = [...before].filter(
      ([path, text]) => /\/memory\//u.test(path) && !texts.has(text.split('---\n').at(-1)),
    );
    await agent.rollback({ batch: String(batch) });
    const undone = await readAll(root);
    return {
      notes: planted.all.size,
      merge: score(found('merged', 1), planted.copies),
      ended: score(found('ended', 0), planted.ended),
      unconfirmed: score(found('unconfirmed', 0), planted.unconfirmed),
      settled: score(found('said_since', 1), planted.settled),
      lost: lost.length,
      again: differences(after, second),
      notUndone: differences(
        before,
        new Map([...undone].filter(([path]) => !path.startsWith('.trash') && path !== '_learning.md')),
      ),
    };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

function score(found: readonly string[], wanted: ReadonlySet<string>): Score {
  const right = found.filter((id) => wanted.has(id)).length;
  return {
    precision: found.length === 0 ? 0 : right / found.length,
    recall: wanted.size === 0 ? 1 : right / wanted.size,
  };
}

async function readAll(root: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length + 1);
    if (entry.isFile() && !path.startsWith('.memora'))
      files.set(path, await readFile(join(root, path), 'utf8'));
  }
  return files;
}

function differences(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): number {
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path))
    .length;
}

if (import.meta.main) console.log(JSON.stringify(await consolidateUntidy(Number(process.argv[2] ?? 2_000))));
