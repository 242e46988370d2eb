import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText } from 'ai';
import { expect, it } from 'vitest';
import { withMemora } from '../ai-sdk/index.ts';
import { loadConfig } from '../config/index.ts';
import type { Memory } from '../memory.ts';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

/** Appears only in the provider's message about a refused request. */
const ECHO = 'zqechozq';
const NOTES = {
  'a/gateway.md':
    '---\ndate: 2026-01-01\n---\n# Gateway\n\nThe gateway moved to Dublin. Bob owns the gateway and Eve looks after it.\n',
  'b/gateway.md':
    '---\ndate: 2026-01-01\n---\n# Gateway\n\nThe gateway moved to London. Ada owns the gateway and Tom looks after it.\n',
  'a/pager.md':
    '---\ndate: 2026-01-01\n---\n# Pager\n\nThe pager number is 555-0100. The office is in Berlin. The server uses Postgres for storage.\n',
  'b/pager.md':
    '---\ndate: 2026-01-01\n---\n# Pager\n\nThe pager number is 555-0200. The office is in Paris. The server stores everything in MySQL now.\n',
};

/** Two notes that no rule distinguishes: only a model can say if they contradict each other. */
const UNDECIDED = {
  'harbor-1.md': '---\ntitle: Harbor\ndate: 2024-01-01\n---\nThe Harbor office overlooks the old market.\n',
  'harbor-2.md': '---\ntitle: Harbor\ndate: 2025-01-01\n---\nThe Harbor office overlooks the new station.\n',
};

/** A provider that refuses each request and repeats its text, in one of the ways that providers do. */
async function openEcho(way: 'error' | 'text' | 'broken' | 'stream' | 'redirect') {
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push(body);
    const message = `${ECHO} you sent ${body}`;
    const json = { 'content-type': 'application/json', 'x-request': ECHO };
    if (way === 'error')
      response.writeHead(400, ECHO, json).end(JSON.stringify({ error: { message, type: ECHO, code: ECHO } }));
    else if (way === 'text') response.writeHead(422).end(message);
    else if (way === 'redirect')
      response
        .writeHead(307, ECHO, { location: `/${ECHO}?sent=${encodeURIComponent(body.slice(0, 200))}` })
        .end(message);
    else if (way === 'broken') response.writeHead(200, json).end(message);
    else
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(`data: ${JSON.stringify({ error: { message, code: ECHO } })}\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    seen,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Path = readonly [string, Record<string, string>, (memory: Memory) => Promise<unknown>];
const PATHS: readonly Path[] = [
  ['answer', {}, (memory) => memory.ask('Where did the gateway move?', { stream: () => {} })],
  ['answer of Anthropic', { 'llm.provider': 'anthropic' }, (memory) => memory.ask('Who owns the gateway?')],
  ['extractor', { 'indexing.extractor': 'llm' }, (memory) => memory.index({ full: true })],
  [
    'extractor of what is captured',
    { 'indexing.extractor': 'llm' },
    (memory) => memory.capture({ summary: 'Ferry', body: 'The ferry moved to Dublin. Ada owns the ferry.' }),
  ],
  ['conflict judge', { 'claims.judge': 'llm' }, (memory) => memory.index({ full: true })],
  ['prose', {}, (memory) => memory.consolidate()],
  ['embedder', { embed: 'here' }, (memory) => memory.index({ full: true })],
  [
    'embedder of a question',
    { embed: 'here' },
    async (memory) => [await memory.index({ full: true }), await memory.query('Who owns the gateway?')],
  ],
  [
    'entailment judge',
    {},
    async (memory) => {
      const { claims } = await memory.claims.listClaims();
      return memory.judge(await memory.verify(`The gateway moved to Dublin. [claim:${claims[0]?.id}]`));
    },
  ],
];
const WAYS = ['error', 'text', 'broken', 'stream', 'redirect'] as const;

const RETRIES = /^(?:extractor|conflict judge)/u;
/** An invalid answer is requested again after a delay. Once is enough for the slowest case. */
const CASES = WAYS.flatMap((way) =>
  PATHS.filter(
    ([name]) =>
      !RETRIES.test(name) || way === 'error' || (way === 'redirect' && !name.startsWith('extractor')),
  ).map((path) => [way, ...path] as const),
);

it.each(CASES)(
  'shows nothing of what a provider says of a request: %s, %s',
  { timeout: 240_000 },
  async (way, name, more, act) => {
    await using echo = await openEcho(way);
    await using vault = await setupVault(
      { ...NOTES, ...(name === 'conflict judge' ? UNDECIDED : {}) },
      {
        MEMORA_ENABLE_NETWORK_LLM: '1',
        ANTHROPIC_API_KEY: 'k',
      },
    );
    const { embed, ...set } = more;
    const chat = { 'llm.provider': 'openai-compatible', 'llm.endpoint': echo.url };
    const vectors = {
      'embed.provider': 'openai-compatible',
      'embed.endpoint': echo.url,
      'embed.model': 'm',
      'embed.dim': '26',
    };
    const flags = { ...(embed === undefined ? chat : vectors), ...set, 'consolidation.pages': 'folder' };
    {
      await using first = await openMemory({ vault: vault.root, env: vault.env });
      await first.index();
    }
    const load = (root: string) => loadConfig({ vault: root, env: vault.env, flags });
    await using memory = await openMemory({ vault: vault.root, env: vault.env, loadConfig: load });
    const told = [await act(memory).catch((error: unknown) => error), await memory.doctor().catch(String)];
    expect(echo.seen.length, name).toBeGreaterThan(0);
    const log = await readFile(join(vault.root, '.memora', 'egress.jsonl'), 'utf8').catch(() => '');
    const shown = inspect(told, { depth: 12, maxArrayLength: null, maxStringLength: null, showHidden: true });
    expect(`${shown}${JSON.stringify(told)}${log}`).not.toContain(ECHO);
  },
);

it('leaves the errors of a model that somebody else brought as they are, and keeps them out of its own', async () => {
  await using echo = await openEcho('error');
  await using vault = await setupVault(NOTES, { MEMORA_ENABLE_NETWORK_LLM: '1' });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const provider = createOpenAICompatible({ name: 'own', baseURL: echo.url, apiKey: 'k' });
  const model = withMemora(provider('m'), memory);
  await expect(generateText({ model, prompt: 'Who owns the gateway?', maxRetries: 0 })).rejects.toThrow();
  const log = await readFile(join(vault.root, '.memora', 'egress.jsonl'), 'utf8').catch(() => '');
  expect(`${log}${JSON.stringify(await memory.doctor())}`).not.toContain(ECHO);
});
