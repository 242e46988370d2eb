import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openAgentMemory } from '@memora/agent-memory';
import { openMemory } from '@memora/engine';
import { createToolService, type Toolset } from '@memora/mcp';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const WHOLE = process.env['MEMORA_TEST_WHOLE'] === '1';
const PINNED =
  '# Memory\r\n\r\n- The archive of Harbor is in Oslo. \n- Rosa prefers tea\n\n\n- ends without a line';
const FILE = '/memories/MEMORY.md';
const SAID = [
  'The archive of Harbor is in Oslo.',
  'The archive of Harbor has moved to Bergen.',
  'Rosa no longer prefers tea.',
  'Always deploy on Fridays after lunch.',
  'The relay of Harbor runs in Lisbon.',
];

/** One operation with a text and the number of an earlier memory that it changes. */
type Act = (content: string, id: string) => Promise<unknown>;

/** Every way to change what is remembered, through the three interfaces to one vault. */
async function openFaces(vault: Awaited<ReturnType<typeof setupVault>>) {
  const agent = await openAgentMemory({ vault: vault.vault, agent: 'helper', env: vault.env });
  const session = await agent.session();
  const memory = await openMemory({ vault: vault.vault, env: vault.env });
  const call = {
    signal: new AbortController().signal,
    progress: () => undefined,
    notesChanged: () => undefined,
  };
  const toolsOf = (toolset: Toolset) => {
    const service = createToolService({ memory: async () => memory, toolset, log: () => undefined });
    return (name: string, input: object) => service.callTool(name, input, call);
  };
  const [tool, files] = [toolsOf('all'), toolsOf('files')];
  const cli = (...argv: string[]) => vault.run(['memory', ...argv]);
  const replace = { old_str: 'Oslo', new_str: 'Bergen' };
  const acts: Readonly<Record<string, Act>> = {
    'api remember': (content) => session.remember({ content }),
    'api supersede': (content, id) => session.remember({ content, supersedes: id }),
    'api forget': (_, id) => agent.forget(id, { reason: 'a trial' }),
    'api restore': (_, id) => agent.restore(id),
    'api confirm': (_, id) => agent.confirm(id, { reason: 'a trial' }),
    'api recall': (content) => session.recall(content),
    'api context': (content) => session.context({ question: content }),
    'api append': (content) => session.append([{ role: 'user', content: `Remember that ${content}` }]),
    'api reflect': () => session.reflect(),
    'api consolidate': () => agent.consolidate(),
    'api file create': (content) => session.file({ command: 'create', path: FILE, file_text: content }),
    'api file replace': () => session.file({ command: 'str_replace', path: FILE, ...replace }),
    'api file delete': () => session.file({ command: 'delete', path: FILE }),
    'api file rename': () => session.file({ command: 'rename', old_path: FILE, new_path: '/memories/b.md' }),
    'mcp remember': (content) => tool('memora_remember', { content }),
    'mcp supersede': (content, id) => tool('memora_supersede', { id, content }),
    'mcp forget': (_, id) => tool('memora_forget', { id, reason: 'a trial' }),
    'mcp recall': (query) => tool('memora_recall', { query }),
    'mcp context': (question) => tool('memora_context', { question }),
    'mcp capture': (body) => tool('memora_capture', { summary: 'MEMORY', body }),
    'mcp file create': (content) => files('memory', { command: 'create', path: FILE, file_text: content }),
    'mcp file insert': (content) =>
      files('memory', { command: 'insert', path: FILE, insert_line: 0, insert_text: content }),
    'mcp file rename': () =>
      files('memory', { command: 'rename', old_path: FILE, new_path: '/memories/b.md' }),
    'cli save': (content) => cli('save', content),
    'cli supersede': (content, id) => cli('save', content, '--supersedes', id),
    'cli forget': (_, id) => cli('forget', id),
    'cli restore': (_, id) => cli('restore', id),
    'cli confirm': (_, id) => cli('confirm', id),
    'cli consolidate': () => cli('consolidate'),
    'cli rollback': () => cli('rollback', '--agent', 'helper', '--yes'),
    'cli search': (content) => cli('search', content),
  };
  const close = async () => {
    await memory.close();
    await agent.close();
  };
  return { agent, acts, close };
}

it('no act of the library, of MCP and of the command line writes a byte of MEMORY.md, in whatever order they come', {
  timeout: 600_000,
}, async () => {
  await using names = await setupVault({});
  const { acts: known, close } = await openFaces(names);
  await close();
  const step = fc.record({
    act: fc.constantFrom(...Object.keys(known)),
    content: fc.constantFrom(...SAID),
    which: fc.nat(20),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: WHOLE ? 40 : 16 }), async (steps) => {
      await using vault = await setupVault({ 'MEMORY.md': PINNED });
      const faces = await openFaces(vault);
      try {
        const all = { ...faces.acts };
        const seen = new Set<string>();
        for (const { act, content, which } of steps) {
          for (const { memoryId } of (await faces.agent.list()).memories) seen.add(memoryId);
          const id = [...seen][which % Math.max(1, seen.size)] ?? 'mem_000000000000';
          // The text of a refusal may differ; only the bytes matter here.
          await all[act]?.(content, id).catch((error) => expect(error).toHaveProperty('code'));
          expect(await readFile(join(vault.vault, 'MEMORY.md'), 'utf8'), act).toBe(PINNED);
        }
      } finally {
        await faces.close();
      }
    }),
    { numRuns: WHOLE ? 30 : 3 },
  );
});

it('each of those acts is carried out, or refused with a code, beside a MEMORY.md that says the same', {
  timeout: 600_000,
}, async () => {
  await using vault = await setupVault({ 'MEMORY.md': PINNED });
  const faces = await openFaces(vault);
  try {
    for (const [act, run] of Object.entries(faces.acts)) {
      const [first] = (await faces.agent.list()).memories;
      await run('The relay of Harbor runs in Lisbon.', first?.memoryId ?? 'mem_000000000000').catch(
        (error) => {
          expect(error, act).toHaveProperty('code');
        },
      );
      expect(await readFile(join(vault.vault, 'MEMORY.md'), 'utf8'), act).toBe(PINNED);
    }
  } finally {
    await faces.close();
  }
});
