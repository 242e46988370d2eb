/**
 * `node --conditions=memora-source packages/bridge/scripts/many-rows.ts [rows]`: imports a store of so many rows, 10,000,000 by default, most of which hold no memory, some too short a one,
 * and few a whole one; then a bundle of so many files. Prints what became of them and the most memory that the process had.
 */
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAgentMemory } from '@memora/agent-memory';
import { fingerprint, MemoraError } from '@memora/core';
import { importStore } from '../src/import-store.ts';

const count = Number(process.argv[2] ?? 10_000_000);
const folder = await mkdtemp(join(tmpdir(), 'many-rows-'));
const mostMegabytes = (): number => Math.round(process.resourceUsage().maxRSS / 1024);

async function write(path: string, rows: Iterable<string>): Promise<void> {
  const file = createWriteStream(path);
  let part = '';
  for (const row of rows) {
    part += row;
    if (part.length < 1_000_000) continue;
    if (!file.write(part)) await once(file, 'drain');
    part = '';
  }
  file.end(part);
  await once(file, 'close');
}

function* rows(): Generator<string> {
  for (let i = 0; i < count; i++) {
    const memory =
      i % 1_000_000 === 7 ? `The relay number ${i} runs in hall ${i % 90}.` : i % 10_000 === 0 ? 'ok' : null;
    yield `${i === 0 ? '[' : ',\n'}{"id":"r${i}"${memory === null ? '' : `,"memory":"${memory}"`}}`;
  }
  yield ']\n';
}

function* files(): Generator<string> {
  yield `${JSON.stringify({ format: 'memora-bundle', version: 1 })}\n`;
  const text = 'The relay runs.\n';
  const blake3 = fingerprint(Buffer.from(text));
  for (let i = 0; i < count; i++) {
    const id = i.toString(36).padStart(12, '0');
    yield `${JSON.stringify({ path: `semantic/memory/fact/relay-${id}.md`, blake3, bytes: text.length, text })}\n`;
  }
}

try {
  await using agent = await openAgentMemory({ vault: folder, agent: 'helper' });
  const store = join(folder, 'rows.json');
  await write(store, rows());
  const { read, written, left, unread, problems } = await importStore([store], agent);
  console.log(
    JSON.stringify({
      rows: count,
      read,
      written,
      left,
      unread,
      problems: problems.length,
      mostMegabytes: mostMegabytes(),
    }),
  );
  const bundle = join(folder, 'bundle.jsonl');
  await write(bundle, files());
  const refused = await agent.importBundle(() => createReadStream(bundle)).catch((error: unknown) => error);
  const said = MemoraError.isInstance(refused) ? `${refused.code} ${refused.message}` : refused;
  console.log(JSON.stringify({ files: count, said, mostMegabytes: mostMegabytes() }));
} finally {
  await rm(folder, { recursive: true, force: true });
}
