import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { readStore } from '@memora/bridge';
import { type Report, toSample } from '../report.ts';
import { storeOf } from './read-gigabyte.ts';

const ROUNDS = 3;

/** The time of reading a store, compared with `JSON.parse`: a document of rows, and the lines of the reference server. */
export async function readLarge(report: Report, folder: string, megabytes: number): Promise<void> {
  for (const { shape, name, parse } of [
    { shape: 'rows', name: 'rows.json', parse: parseDocument },
    { shape: 'lines', name: 'memory.jsonl', parse: parseLines },
  ]) {
    report.heading(`a ${name} of ${megabytes} MB`);
    const path = join(folder, name);
    await pipeline(Readable.from(storeOf(shape, megabytes)), createWriteStream(path));
    const parsed: number[] = [];
    const read: number[] = [];
    let count = 0;
    // In alternation; the first of each is not counted.
    for (let round = 0; round <= ROUNDS; round++) {
      const [own, most] = await cpuOf(() => parse(path));
      const [ours, given] = await cpuOf(() => readAll(path));
      count = given;
      if (most !== given) throw new Error(`${most} parsed, ${given} read`);
      if (round === 0) continue;
      parsed.push(own);
      read.push(ours);
    }
    const baseline = { name: 'reading the file and JSON.parse', value: toSample(parsed) };
    const ratio = report.compare(`readStore, ${count} memories, CPU`, toSample(read), baseline);
    report.budget(`reading a ${name}`, ratio, { max: 3, unit: '×' });
  }
}

/** The memory of a process that reads a store of 1 GB. */
export function readGigabyte(report: Report, megabytes: number): void {
  report.heading(`memory for a store of ${megabytes} MB, by a process of its own`);
  const child = fileURLToPath(new URL('./read-gigabyte.ts', import.meta.url));
  for (const [shape, name] of [
    ['rows', 'rows with ids as mem0 gives them'],
    ['short', 'rows with short ids'],
    ['lines', 'lines of the reference server'],
  ] as const) {
    const { stdout, status } = spawnSync(
      process.execPath,
      ['--conditions=memora-source', child, shape, String(megabytes)],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error('the child that reads a gigabyte failed');
    const { memories, before, most } = JSON.parse(stdout) as Record<'memories' | 'before' | 'most', number>;
    report.note(`${memories} memories; ${before} MB before it reads, ${most} MB at most`);
    report.budget(`${name}: what reading adds`, most - before, { max: 300, unit: ' MB' });
  }
}

async function readAll(path: string): Promise<number> {
  let count = 0;
  for await (const memory of readStore(path)) if ('text' in memory) count++;
  return count;
}

async function parseDocument(path: string): Promise<number> {
  return (JSON.parse(await readFile(path, 'utf8')) as { results: unknown[] }).results.length;
}

async function parseLines(path: string): Promise<number> {
  const text = await readFile(path, 'utf8');
  let count = 0;
  for (let from = 0, to = text.indexOf('\n'); to !== -1; from = to + 1, to = text.indexOf('\n', from)) {
    const { observations } = JSON.parse(text.slice(from, to)) as { observations?: unknown[] };
    count += observations?.length ?? 1;
  }
  return count;
}

async function cpuOf(task: () => Promise<number>): Promise<[milliseconds: number, given: number]> {
  const before = process.cpuUsage();
  const given = await task();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1000, given];
}
