/**
 * `run-checkout.ts CHECKOUT query CLAIMS` or `… vault FOLDER` or `… index FOLDER`: gets ready, prints what that took as JSON, then runs thing `i` for every line
 * `i` that it is sent, and prints what it took. Everything that is measured is loaded from the checkout, which may be an older one: no import of this file is of ours.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [checkout = '', role = '', of = ''] = process.argv.slice(2);
const DATA = process.env['MEMORA_TEST_DATA'] ?? '';
const QUESTIONS = 100;
/** `MEMORA_BENCH_VECTORS=no` asks without them: their search is the same in both checkouts, and its graph takes most of the time that a million claims are filled in. */
const HAS_VECTORS = process.env['MEMORA_BENCH_VECTORS'] !== 'no';

// biome-ignore lint/suspicious/noExplicitAny: whatever the other checkout has under these names
const load = (path: string): Promise<any> => import(pathToFileURL(join(checkout, path)).href);
const { createRandom, createSentenceSource, readRealSentences } = await load('bench/query/real-sentences.ts');
const root = mkdtempSync(join(tmpdir(), 'memora-before-'));
process.on('exit', () => rmSync(root, { recursive: true, force: true }));

interface Ready {
  readonly run: (i: number) => unknown;
  /** Outside the clock. */
  readonly before?: () => unknown;
  readonly report: object;
}

const ROLES: Readonly<Record<string, () => Promise<Ready>>> = {
  query: readyQuery,
  vault: readyVault,
  index: readyIndex,
};
const { run, before, report } = await (ROLES[role] as () => Promise<Ready>)();
console.log(JSON.stringify(report));
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'end') process.exit(0);
  await before?.();
  const started = process.cpuUsage();
  await run(Number(line));
  console.log(JSON.stringify({ cpu: since(started) }));
}

/** Milliseconds of processor time. */
function since(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

function bytesUnder(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

function questionOf(text: string, random: () => number): string {
  const words = text
    .replace(/[^\p{L}\p{N}\s]/gu, ' ')
    .split(/\s+/u)
    .filter(Boolean);
  const at = Math.floor(random() * Math.max(1, words.length - 6));
  return `what about ${words.slice(at, at + 6).join(' ')}`;
}

/** Claims written straight to the tables, as `bench query` has them. */
async function readyQuery(): Promise<Ready> {
  const { createLexicalIndex, createRetriever, createVectorIndex, openWordTable } = await load(
    'packages/retrieval/src/index.ts',
  );
  const { openFilledStore } = await load('bench/query/filled-store.ts');
  const size = Number(of);
  const opened = createVectorIndex({ embedder: await openWordTable() });
  const vectors = HAS_VECTORS ? opened : { ...opened, sync: async () => undefined };
  const next = createSentenceSource(readRealSentences(DATA), createRandom(size));
  const filled = await openFilledStore(size, next, [createLexicalIndex(), vectors]);
  const random = createRandom(size + 1);
  const questions = Array.from({ length: QUESTIONS }, () =>
    questionOf(filled.textAt(Math.floor(random() * size)), random),
  );
  const retriever = createRetriever({ store: filled.store, ...(HAS_VECTORS ? { vectors } : {}) });
  const bytes = bytesUnder(filled.folder);
  return { run: (i) => retriever.query(questions[i % QUESTIONS]), report: { bytes } };
}

async function openCopy() {
  const { openMemory } = await load('packages/engine/src/index.ts');
  const copy = mkdtempSync(join(root, 'vault-'));
  const vault = join(copy, 'vault');
  mkdirSync(vault);
  cpSync(of, vault, { recursive: true, filter: (path) => !/[\\/]\.(?:git|memora)(?:[\\/]|$)/u.test(path) });
  const memory = await openMemory({ vault, env: { MEMORA_CONFIG_DIR: join(copy, 'config') } });
  return { memory, vault, copy };
}

/** A folder of notes, indexed. */
async function readyVault(): Promise<Ready> {
  const { memory, vault } = await openCopy();
  const started = process.cpuUsage();
  await memory.index();
  const cpu = since(started);
  const notes = readdirSync(of, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.md'))
    .sort();
  const random = createRandom(7);
  const questions = Array.from({ length: QUESTIONS }, () =>
    questionOf(readFileSync(join(of, notes[Math.floor(random() * notes.length)] as string), 'utf8'), random),
  );
  return {
    run: (i) => memory.query(questions[i % QUESTIONS]),
    report: { cpu, notes: notes.length, bytes: bytesUnder(join(vault, '.memora')) },
  };
}

/** The same folder, copied and indexed from nothing each time. */
async function readyIndex(): Promise<Ready> {
  let open = await openCopy();
  const close = async () => {
    await open.memory.close();
    rmSync(open.copy, { recursive: true, force: true });
  };
  await open.memory.index();
  const bytes = bytesUnder(join(open.vault, '.memora'));
  return {
    before: async () => {
      await close();
      open = await openCopy();
    },
    run: () => open.memory.index(),
    report: { bytes },
  };
}
