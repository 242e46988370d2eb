import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, openMemory } from '@memora/engine';
import { expect, it } from 'vitest';
import { openAgentMemory } from '../open-agent-memory.ts';
import { askAbout } from '../within/ask-about.ts';

/** Older words, newer words, and the relation between them. */
type Known = readonly [old: string, fresh: string, relation: string];

/** A model, over real HTTP, that gives the known verdicts about its input. */
async function openJudgeServer(known: readonly Known[]) {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { messages } = JSON.parse(body) as { messages: { content: string | { text: string }[] }[] };
      const content = messages.at(-1)?.content ?? '';
      const shown = typeof content === 'string' ? content : content.map(({ text }) => text).join('');
      const lines = shown.split('\n');
      const changes = known.flatMap(([old, fresh, relation]) => {
        const at = lines.find((line) => line.includes(old) && !line.startsWith('[new]'));
        const isNew = lines.some((line) => line.startsWith('[new]') && line.includes(fresh));
        return at === undefined || !isNew
          ? []
          : [{ old: Number(at.slice(1, at.indexOf(']'))), relation, old_quote: old, new_quote: fresh }];
      });
      const message = { role: 'assistant', content: JSON.stringify({ changes }) };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }], usage: {} }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function setup(known: readonly Known[], notes: Readonly<Record<string, string>> = {}) {
  const server = await openJudgeServer(known);
  const root = await mkdtemp(join(tmpdir(), 'settled-'));
  for (const [path, text] of Object.entries(notes)) await writeFile(join(root, path), text);
  const env = { MEMORA_CONFIG_DIR: join(root, '.config'), OPENAI_API_KEY: 'k' };
  const flags = {
    'claims.judge': 'llm',
    'llm.provider': 'openai-compatible',
    'llm.endpoint': server.url,
    'llm.model': 'small',
  };
  const memory = await openMemory({
    vault: root,
    env,
    loadConfig: (vault) => loadConfig({ vault, env, flags }),
  });
  await memory.index({ writeNotes: false });
  return {
    agent: await openAgentMemory({ memory, env }),
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await server[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true });
    },
  };
}

it('settles at once what a judge reads as a change, and asks nobody about it', async () => {
  await using s = await setup([['indents with tabs', 'indents with spaces', 'replaces']]);
  const old = await (await s.agent.session()).remember({ content: 'The user indents with tabs.' });
  const session = await s.agent.session();
  const next = await session.remember({ content: 'The user indents with spaces.' });
  expect(next).toMatchObject({
    decision: 'supersede',
    code: 'newer_value',
    target: old.memoryId,
    similar: [],
  });
  expect(await askAbout(next, session)).toBeNull();
  expect((await s.agent.get([String(old.memoryId)]))[0]?.status).toBe('superseded');
});

it('keeps both of the pair that words alone would end, where the judge says that both hold', async () => {
  const pair = [
    'All console.log calls in Zora were replaced by pino.',
    'Zora uses pino for structured logging.',
  ] as const;
  await using s = await setup([
    [pair[0], pair[1], 'compatible'],
    [pair[1], pair[0], 'compatible'],
  ]);
  const saved = [];
  for (const content of pair) saved.push(await (await s.agent.session()).remember({ content }));
  expect(saved.map(({ decision }) => decision)).toEqual(['accept', 'accept']);
  const found = await s.agent.get(saved.map(({ memoryId }) => String(memoryId)));
  expect(found.map(({ status }) => status)).toEqual(['current', 'current']);
});

it('ends no person’s note by what an agent saves, whatever a judge says', async () => {
  const note = 'The archive of Harbor is kept in Lisbon by the port office.';
  await using s = await setup([[note, 'The archive of Harbor is kept in Porto', 'replaces']], {
    'archive.md': `# Archive\n\n${note}\n`,
  });
  const saved = await s.agent.remember({
    content: 'The archive of Harbor is kept in Porto, by the new office.',
  });
  expect(saved).toMatchObject({ decision: 'contest' });
  const { items } = await s.agent.recall('archive of Harbor', { tokens: 400 });
  expect(items.map(({ from, status }) => [from, status])).toEqual([
    ['note', 'contested'],
    ['agent', 'contested'],
  ]);
});
