/** `node --conditions=memora-source scripts/fuzz-mcp.ts [cases] [seed]`: malformed MCP messages, as bytes and as tool calls. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory } from '../packages/engine/src/index.ts';
import { createToolService, createWebHandler } from '../packages/mcp/src/index.ts';
import {
  createRandom,
  type FuzzReport,
  mutate,
  printFuzz,
  type Random,
  readCorpus,
  runCases,
} from './fuzz/random.ts';

const SECRET = 'c4n4ryt0ken';
const WORDS = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ',',
  ':',
  'null',
  '-1',
  '1e999',
  '\\u0000',
  '\\ud800',
  '__proto__',
  'id',
  'method',
  'params',
].concat([
  '"arguments":',
  'tools/call',
  'resources/read',
  'memora://note/',
  '..%2f',
  'memora_query',
  'memora_get_note',
  'as_of',
  '\u202e',
  '"k":',
]);

/** Sends mutated messages and arguments. The server must answer or refuse, never fail internally, and show no secret. */
export async function fuzzMcp(count: number, seed: number): Promise<FuzzReport> {
  const random = createRandom(seed);
  const corpus = readCorpus('.json');
  const folder = mkdtempSync(join(tmpdir(), 'memora-fuzz-'));
  const vault = join(folder, 'vault');
  mkdirSync(vault);
  for (const [i, bytes] of readCorpus('.md').entries()) writeFileSync(join(vault, `n${i}.md`), bytes);
  writeFileSync(join(vault, 'secret.md'), `---\nprivacy: secret\n---\nThe word is ${SECRET}.\n`);
  const memory = await openMemory({
    vault,
    embedder: null,
    env: { MEMORA_CONFIG_DIR: join(folder, 'user') },
  });
  await memory.index();
  const service = createToolService({ memory: async () => memory, toolset: 'all', log: () => {} });
  const handler = createWebHandler(service);
  const { claims } = await memory.claims.listClaims({ limit: 20 });
  const known = ['n0.md', 'secret.md', 'secret', ...claims.map(({ id }) => id)];
  const call = { signal: new AbortController().signal, progress: () => {}, notesChanged: () => {} };
  try {
    return await runCases(count, async (number) => {
      if (number % 2 === 0) {
        const body = mutate(random.pick(corpus), corpus, WORDS, random);
        const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
        const request = new Request('http://127.0.0.1/mcp', {
          method: 'POST',
          headers,
          body: new Uint8Array(body),
        });
        const response = await handler.fetch(request);
        const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
        if (isStream) await response.body?.cancel();
        const text = isStream ? '' : await response.text();
        if (response.status >= 500) return `status ${response.status}`;
        return text.includes(SECRET) ? 'secret text' : null;
      }
      // Consolidating reads the whole vault and writes pages, so only some cases do it.
      const tool = random.pick(
        service.tools.filter(({ name }) => name !== 'memora_consolidate' || random.below(100) === 0),
      );
      const isCapture = tool.name === 'memora_capture' && random.below(20) !== 0;
      const args = isCapture ? toValue(random, 2, known) : toArguments(tool.input().shape, random, known);
      const result = await service.callTool(tool.name, args, call);
      if (result?.ok === false && result.error.code === 'INTERNAL') return `${tool.name} failed inside`;
      return JSON.stringify(result).includes(SECRET) ? `secret text of ${tool.name}` : null;
    });
  } finally {
    await handler.close();
    await memory.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function toArguments(properties: object, random: Random, known: readonly string[]): unknown {
  const names = [...Object.keys(properties), '__proto__', 'toString'];
  return Object.fromEntries(
    names
      .filter(() => random.below(3) > 0)
      .map((name) => [name, random.below(4) === 0 ? toValue(random, 2, known) : toText(random, known)]),
  );
}

function toText(random: Random, known: readonly string[]): string {
  const parts = [
    ...known,
    'Where is the mill?',
    'all',
    '2024-01-02',
    '2024-13-45',
    '../../etc/passwd',
    '[claim:',
    ']',
    'Tea is hot. ',
    '\u0000',
    '\ud800',
  ];
  return Array.from({ length: 1 + random.below(4) }, () => random.pick(parts)).join('');
}

function toValue(random: Random, depth: number, known: readonly string[]): unknown {
  const values: (() => unknown)[] = [
    () => null,
    () => random.below(1000) - 500,
    () => Number.NaN,
    () => random.below(2) === 0,
    () => toText(random, known),
    () =>
      depth === 0 ? [] : Array.from({ length: random.below(4) }, () => toValue(random, depth - 1, known)),
    () => (depth === 0 ? {} : { [toText(random, known)]: toValue(random, depth - 1, known) }),
  ];
  return random.pick(values)();
}

if (import.meta.main) await printFuzz('mcp', 20_000, fuzzMcp);
