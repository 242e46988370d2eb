import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgentMemory, openAgentMemory } from '@memora/agent-memory';
import { importStore } from '@memora/bridge';
import { type Memory, openMemory } from '@memora/engine';
import { expect, it } from 'vitest';
import { createToolService } from '../protocol/tool-service.ts';

const AWS = 'AKIAQ3EGRHTY5ZB6LMNO';
const SAID = `The user prefers spaces over tabs. The deploy key of Harbor is ${AWS}.`;

interface Setup {
  readonly root: string;
  readonly agent: AgentMemory;
  readonly call: (name: string, input: object) => Promise<Record<string, unknown>>;
}

/** Every path on which an agent, a tool or another memory writes. */
const WAYS: Readonly<Record<string, (s: Setup) => Promise<unknown>>> = {
  remember: ({ call }) => call('memora_remember', { content: SAID }),
  'a quote': ({ call }) =>
    call('memora_remember', { content: 'The user prefers spaces over tabs.', quote: SAID }),
  'tags and an entity': ({ call }) =>
    call('memora_remember', {
      content: 'The user prefers spaces over tabs.',
      tags: [`key ${AWS}`],
      entity: `Harbor ${AWS}`,
    }),
  'who said it': ({ call }) =>
    call('memora_remember', { content: 'The user prefers spaces over tabs.', said_by: `tool:${AWS}` }),
  supersede: async ({ call }) => {
    const { id } = await call('memora_remember', { content: 'The user prefers tabs over spaces.' });
    return call('memora_supersede', { id, content: SAID });
  },
  'the notes of the day': ({ call }) => call('memora_remember', { content: SAID, lasts: 'day' }),
  capture: ({ call }) => call('memora_capture', { region: 'people', summary: 'Notes', body: `${SAID}\n` }),
  ingest: ({ call }) => call('memora_ingest', { name: 'policy.txt', text: `${SAID}\n` }),
  'ingest of the bytes of a text': ({ call }) =>
    call('memora_ingest', { name: 'policy.txt', base64: Buffer.from(`${SAID}\n`).toString('base64') }),
  'ingest of a page in another encoding': ({ call }) =>
    call('memora_ingest', {
      name: 'policy.html',
      base64: Buffer.from(`\ufeff<title>${AWS}</title><p>${SAID}</p>`, 'utf16le').toString('base64'),
    }),
  'a memory file': ({ call }) =>
    call('memory', { command: 'create', path: '/memories/a.md', file_text: `${SAID}\n` }),
  'an edit of a memory file': async ({ call }) => {
    await call('memory', { command: 'create', path: '/memories/b.md', file_text: 'One.\nTwo.\n' });
    await call('memory', {
      command: 'insert',
      path: '/memories/b.md',
      insert_line: 1,
      insert_text: `${SAID}\n`,
    });
    return call('memory', {
      command: 'str_replace',
      path: '/memories/b.md',
      old_str: 'Two.',
      new_str: SAID,
    });
  },
  'a turn': async ({ agent }) =>
    (await agent.session({ id: 'talk' })).append([{ role: 'user', content: `Remember that ${SAID}` }]),
  import: async ({ root, agent }) => {
    const path = join(root, '..', 'mem0.json');
    await writeFile(path, JSON.stringify({ results: [{ id: 'm1', memory: SAID, metadata: { note: AWS } }] }));
    return importStore([path], agent);
  },
  bridge: ({ agent }) =>
    agent.importMemories([{ provider: 'graph', original: 'g1', content: SAID, isBridged: true }]),
};

async function setup() {
  const folder = await mkdtemp(join(tmpdir(), 'credentials-'));
  const root = join(folder, 'vault');
  await mkdir(root);
  await writeFile(join(root, 'tea.md'), '# Tea\n\nIda drinks tea.\n');
  await mkdir(join(folder, 'config'));
  await writeFile(join(folder, 'config', 'config.toml'), '[ingest]\nkeep_originals = true\n');
  const memory: Memory = await openMemory({
    vault: root,
    env: { MEMORA_CONFIG_DIR: join(folder, 'config') },
  });
  await memory.index();
  const services = (['ingest', 'files'] as const).map((toolset) =>
    createToolService({ memory: async () => memory, toolset, log: () => undefined }),
  );
  const client = { key: {}, name: () => 'helper', ask: () => null };
  return {
    root,
    agent: await openAgentMemory({ memory, agent: 'helper' }),
    call: async (name: string, input: object) => {
      for (const service of services) {
        const result = await service.callTool(name, input, {
          client,
          signal: new AbortController().signal,
          progress: () => undefined,
          notesChanged: () => undefined,
        } as never);
        if (result?.ok === false) throw new Error(JSON.stringify(result.error));
        if (result !== null) return result.output;
      }
      throw new Error(name);
    },
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

it.each(Object.entries(WAYS))('no byte of the vault holds a credential that came by %s', async (_, write) => {
  await using s = await setup();
  await write(s);
  const files = await readdir(s.root, { recursive: true, withFileTypes: true });
  for (const entry of files.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    // If the lock has disappeared meanwhile, it blocks nothing.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    for (const written of [AWS, Buffer.from(AWS, 'utf16le')])
      expect([path, bytes.includes(written)]).toEqual([path, false]);
  }
});

it('recalls the preference that stood beside a credential, and tells the model what it can’t recall', async () => {
  await using s = await setup();
  const saved = await s.call('memora_remember', { content: SAID });
  expect(saved).toMatchObject({
    decision: 'accept',
    hidden: 'AWS access key: not saved, no agent can recall it',
  });
  const { memories } = await s.call('memora_recall', { query: 'spaces or tabs' });
  expect(String(memories)).toMatch(/prefers spaces over tabs\. .*\[AWS access key, hidden\]/u);
});
