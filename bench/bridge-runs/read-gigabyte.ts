/**
 * Reads a store of a given size, which is generated while it is read, and prints the cost: `node
 * --conditions=memora-source bench/bridge-runs/read-gigabyte.ts rows 1024`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { readStore } from '@memora/bridge';
import { recallFact } from '../agent-memory-runs/recall-facts.ts';

/** Ids in the form of mem0; short ones, which a runtime stores elsewhere; and the lines of the reference server. */
const SHAPES: Readonly<Record<string, { readonly name: string; readonly of: (i: number) => string }>> = {
  rows: {
    name: 'rows.json',
    of: (i) => rowOf(i, `9e3779b1-5b1d-4c3e-9f00-${i.toString(16).padStart(12, '0')}`),
  },
  short: { name: 'short.json', of: (i) => rowOf(i, `m${shortOf(i)}`) },
  lines: { name: 'memory.jsonl', of: linesOf },
};

function rowOf(i: number, id: string): string {
  const { content, entity } = recallFact(i);
  const row = JSON.stringify({
    id,
    memory: content,
    user_id: 'ada',
    created_at: '2026-11-20T10:00:00Z',
    metadata: { source: 'chat', topic: entity },
  });
  return `${i === 0 ? '{"results":[' : ','}${row}`;
}

/** The runtime caches the decimal text of numbers if little is collected, and only the reader should be measured. */
function shortOf(i: number): string {
  return i.toString(36);
}

/** One entity with two or three observations, and for every fifth a relation to the previous one. */
function linesOf(i: number): string {
  const observations = Array.from({ length: 2 + (i % 2) }, (_, n) => recallFact(3 * i + n).content);
  const entity = JSON.stringify({
    type: 'entity',
    name: `entity_${shortOf(i)}`,
    entityType: 'project',
    observations,
  });
  if (i % 5 !== 4) return `${entity}\n`;
  const ends = { from: `entity_${shortOf(i)}`, to: `entity_${shortOf(i - 1)}`, relationType: 'works_with' };
  return `${entity}\n${JSON.stringify({ type: 'relation', ...ends })}\n`;
}

/** A store of this many megabytes, 64 KiB at a time. */
export async function* storeOf(shape: string, megabytes: number): AsyncGenerator<Uint8Array> {
  const { of } = SHAPES[shape] as (typeof SHAPES)[string];
  let text = '';
  for (let i = 0, bytes = 0; bytes < megabytes * 2 ** 20; i++) {
    text += of(i);
    if (text.length < 65_536) continue;
    bytes += text.length;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(shape === 'lines' ? text : `${text}]}`);
}

if (import.meta.main) {
  const [shape = '', megabytes = '1024'] = process.argv.slice(2);
  const name = SHAPES[shape]?.name;
  if (name === undefined) throw new Error(`shapes: ${Object.keys(SHAPES).join(', ')}`);
  const before = mostMegabytes();
  let memories = 0;
  for await (const each of readStore(storeOf(shape, Number(megabytes)), { name }))
    if ('text' in each) memories++;
  console.log(JSON.stringify({ memories, before, most: mostMegabytes() }));
}

/** Of this program alone, because a child's `maxRSS` starts with its parent's memory at the time of the fork. */
function mostMegabytes(): number {
  const status = '/proc/self/status';
  const most = existsSync(status) && /^VmHWM:\s*(\d+) kB/mu.exec(readFileSync(status, 'utf8'))?.[1];
  return Math.round((most ? Number(most) : process.resourceUsage().maxRSS) / 1024);
}
