import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgentMemory, exportItems, exportPam, openAgentMemory } from '@memora/agent-memory';
import { expect, it } from 'vitest';
import { importStore } from './import-store.ts';
import { generateItems, generatePam } from './testing-fixtures/generate-items.ts';

type Row = Readonly<Record<string, unknown>>;

const COUNT = process.env['MEMORA_TEST_WHOLE'] === '1' ? 1_000 : 12;
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

async function read(parts: AsyncIterable<Uint8Array>): Promise<unknown> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return JSON.parse(Buffer.concat(all).toString());
}

async function within<T>(task: (agent: AgentMemory) => Promise<T>): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'round-'));
  try {
    await using agent = await openAgentMemory({ vault: root, agent: 'helper' });
    return await task(agent);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Fields of an item as they were before the import. */
function originalOf({ original_id: id, original, content }: Row): Row {
  const details = original as Row;
  return { id, ...('summary' in details && !('content_hash' in details) ? {} : { content }), ...details };
}

const byId = (rows: readonly Row[]) => rows.toSorted((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1));

it.each([
  ['items of JSON', generateItems(COUNT), (file: unknown) => file as Row[]],
  ['Portable AI Memory', generatePam(COUNT), (file: unknown) => (file as { memories: Row[] }).memories],
] as const)(
  `keeps every field of ${COUNT} %s, through an import and an export, and once more`,
  async (_, file, rowsOf) => {
    const [items, pam] = await within(async (agent) => {
      const done = await importStore([bytesOf(file)], agent);
      expect(done).toMatchObject({ read: COUNT, written: COUNT, problems: [], left: {} });
      expect((await importStore([bytesOf(file)], agent)).same).toBe(COUNT);
      return [
        (await read(exportItems(agent))) as Row[],
        (await read(exportPam(agent, { version: '1.0.0' }))) as { memories: Row[] },
      ] as const;
    });
    expect(byId(items.map(originalOf))).toEqual(byId(rowsOf(file)));
    const ofPam = pam.memories.map(({ content, metadata }) => {
      const { memora } = metadata as { memora: Row };
      return originalOf({ ...memora, content });
    });
    expect(byId(ofPam)).toEqual(byId(rowsOf(file)));
    // Exported memories can be imported elsewhere with all of their fields.
    const again = await within(async (agent) => {
      expect(await importStore([bytesOf(items)], agent)).toMatchObject({ written: COUNT, left: {} });
      return (await read(exportItems(agent))) as Row[];
    });
    expect(byId(again.map(originalOf))).toEqual(byId(items));
  },
  600_000,
);
