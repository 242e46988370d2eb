/**
 * A note is edited and its question is asked at once, through every interface, without `index` in between.
 * The answer contains the new text, or names the note that the index is behind on. No answer contains text
 * that was removed from the note. The server and the memory were opened and used before the edit.
 */
import { chmod, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Memory, openMemory } from '@memora/engine';
import { memoraTools } from '@memora/engine/ai-sdk';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { ToolSet } from 'ai';
import { expect, it } from 'vitest';
import { openWorkspace, type Workspace } from './open-workspace.ts';
import { runMemora } from './run-in-host.ts';
import { binPath, runMemora as runProcess } from './run-memora.ts';

/** One edit, its question, and the text that its answer may and may not contain. */
interface Edit {
  readonly edit: (vault: string) => Promise<void>;
  readonly question: string;
  /** The new text of the notes; null if they no longer answer the question. */
  readonly now: string | null;
  /** Text that is no longer in the notes. */
  readonly before?: string;
  /** The note that must be named if the new text is not shown. */
  readonly note: string;
}

const BAR = 'At how many bar does the pump run?';
const LITRES = 'How many litres does the boiler hold?';
const PUMP = '# Pump\n\nThe pump runs at 40 bar.\nMara replaced the seal.\n';
const write = (vault: string, path: string, text: string) => writeFile(join(vault, path), text);

const EDITS: Readonly<Record<string, Edit>> = {
  'a sentence is changed': {
    edit: (vault) => write(vault, 'pump.md', PUMP.replace('40', '60')),
    question: BAR,
    now: '60 bar',
    before: '40 bar',
    note: 'pump.md',
  },
  'a sentence is changed under the same size and time': {
    edit: async (vault) => {
      const path = join(vault, 'pump.md');
      const { atime, mtime } = await stat(path);
      await writeFile(path, PUMP.replace('40', '60'));
      await utimes(path, atime, mtime);
    },
    question: BAR,
    now: '60 bar',
    before: '40 bar',
    note: 'pump.md',
  },
  'a sentence is taken out': {
    edit: (vault) => write(vault, 'pump.md', '# Pump\n\nMara replaced the seal.\n'),
    question: BAR,
    now: null,
    before: '40 bar',
    note: 'pump.md',
  },
  'a line is put above it': {
    edit: (vault) => write(vault, 'pump.md', PUMP.replace('\n\n', '\n\nA line above.\n\n')),
    question: BAR,
    now: '40 bar',
    note: 'pump.md',
  },
  'the note is deleted': {
    edit: (vault) => rm(join(vault, 'pump.md')),
    question: BAR,
    now: null,
    before: '40 bar',
    note: 'pump.md',
  },
  'the note is renamed': {
    edit: (vault) => rename(join(vault, 'pump.md'), join(vault, 'engine-room.md')),
    question: BAR,
    now: '40 bar',
    note: 'engine-room.md',
  },
  'a note is added': {
    edit: (vault) => write(vault, 'boiler.md', '# Boiler\n\nThe boiler holds 90 litres.\n'),
    question: LITRES,
    now: '90 litres',
    note: 'boiler.md',
  },
  'a sentence is added to a note about something else': {
    edit: (vault) => write(vault, 'garden.md', '# Garden\n\nIt has a pond.\nThe boiler holds 90 litres.\n'),
    question: LITRES,
    now: '90 litres',
    note: 'garden.md',
  },
};

/** An interface's answer, and the notes that it named as changed. */
interface Said {
  readonly text: string;
  readonly behind: readonly string[];
}

it.each(Object.entries(EDITS))('%s: every face says so at once', async (_, edit) => {
  await using workspace = await openWorkspace({
    'pump.md': PUMP,
    'garden.md': '# Garden\n\nIt has a pond.\n',
  });
  // Written some time ago. A write in the same clock tick as its indexing is a separate case.
  const then = new Date(Date.now() - 60_000);
  for (const note of ['pump.md', 'garden.md']) await utimes(join(workspace.vault, note), then, then);
  const said = await askAround(workspace, edit);
  for (const [face, { text, behind }] of Object.entries(said)) {
    if (edit.before !== undefined) expect(text, face).not.toContain(edit.before);
    // An interface that updates the index has no note left to name. An interface that only asks names the note.
    const isNew = edit.now === null ? !face.startsWith('engine') : text.includes(edit.now);
    expect(isNew || behind.includes(edit.note), `${face}: ${text}`).toBe(true);
  }
});

async function askAround({ vault, env }: Workspace, { edit, question }: Edit): Promise<Record<string, Said>> {
  await using memory = await openMemory({ vault, env });
  await memory.index();
  await memory.ask(question);
  const client = new Client({ name: 'freshness', version: '1.0.0' });
  const args = [binPath(), 'serve', '--vault', vault];
  const environment = { ...env, PATH: process.env['PATH'] ?? '' };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env: environment }));
  try {
    const call = async (name: string) =>
      toSaid((await client.callTool({ name, arguments: { query: question } })).structuredContent);
    await call('memora_query_cited');
    await edit(vault);
    const tools: ToolSet = memoraTools(memory);
    const use = async (name: string) =>
      toSaid(
        await tools[name]?.execute?.({ query: question }, {
          toolCallId: '1',
          messages: [],
          context: {},
        } as never),
      );
    const run = async (...flags: string[]) => {
      const { stdout } = await runMemora(['query', question, ...flags, '--json', '--vault', vault], { env });
      return toSaid(JSON.parse(stdout));
    };
    const answer = await memory.ask(question);
    const found = await memory.query(question);
    return {
      'engine, query': { text: JSON.stringify(found.hits), behind: found.behind },
      'engine, ask': { text: answer.cleanText, behind: answer.notices.behind },
      'AI SDK, query': await use('memora_query'),
      'AI SDK, cited': await use('memora_query_cited'),
      'MCP, query': await call('memora_query'),
      'MCP, cited': await call('memora_query_cited'),
      'CLI, answer': await run(),
      'CLI, claims': await run('--claims'),
    };
  } finally {
    await client.close();
  }
}

/** Asks through an interface and returns its answer and the notes that it names. */
type Face = (question: string) => Promise<Said>;

/** The interfaces that update the index before they answer, on an open memory and an open server. */
async function openFaces(
  { vault, env }: Workspace,
  memory: Memory,
): Promise<{ readonly faces: Readonly<Record<string, Face>>; readonly client: Client } & AsyncDisposable> {
  const client = new Client({ name: 'freshness', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [binPath(), 'serve', '--vault', vault],
      env: { ...env, PATH: process.env['PATH'] ?? '' },
    }),
  );
  const tools: ToolSet = memoraTools(memory);
  const use = (name: string): Face => {
    const context = { toolCallId: '1', messages: [], context: {} } as never;
    return async (query) => toSaid(await tools[name]?.execute?.({ query }, context));
  };
  const call = (name: string): Face => {
    return async (query) =>
      toSaid((await client.callTool({ name, arguments: { query } }, PATIENT)).structuredContent);
  };
  const run = (...flags: string[]): Face => {
    return async (query) => {
      const { stdout } = await runMemora(['query', query, ...flags, '--json', '--vault', vault], { env });
      return toSaid(JSON.parse(stdout));
    };
  };
  return {
    client,
    faces: {
      'AI SDK, query': use('memora_query'),
      'AI SDK, cited': use('memora_query_cited'),
      'MCP, query': call('memora_query'),
      'MCP, cited': call('memora_query_cited'),
      'CLI, answer': run(),
      'CLI, claims': run('--claims'),
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

const PATIENT = { timeout: 200_000 };

it('every entry indexes what was written a moment before, whoever wrote it, and what was renamed or deleted', async () => {
  await using workspace = await openWorkspace({ 'pump.md': PUMP });
  const { vault, env } = workspace;
  await using memory = await openMemory({ vault, env });
  await memory.index();
  await using opened = await openFaces(workspace, memory);
  let bar = 40;
  for (const [face, ask] of Object.entries(opened.faces)) {
    await write(vault, 'pump.md', PUMP.replace('40', String(++bar)));
    const said = await ask(BAR);
    expect(said.text, face).toContain(`${bar} bar`);
    expect(said.text, face).not.toContain(`${bar - 1} bar`);
    expect(said.behind, face).toEqual([]);
    await rename(join(vault, 'pump.md'), join(vault, 'engine-room.md'));
    const renamed = await ask(BAR);
    expect(renamed.text, face).toContain(`${bar} bar`);
    expect(renamed.text, face).toContain('engine-room.md');
    await rm(join(vault, 'engine-room.md'));
    expect((await ask(BAR)).text, face).not.toContain(`${bar} bar`);
  }
});

it('every other tool of the server sees a note that was written a moment before, too', async () => {
  await using workspace = await openWorkspace({ 'pump.md': PUMP });
  const { vault, env } = workspace;
  await using memory = await openMemory({ vault, env });
  await memory.index();
  await using opened = await openFaces(workspace, memory);
  const call = async (name: string, args = {}) =>
    JSON.stringify((await opened.client.callTool({ name, arguments: args }, PATIENT)).structuredContent);
  await write(vault, 'boiler.md', '---\nid: boiler\ntitle: Boiler\n---\n# Boiler\n\npressure:: 3 bar\n');
  expect(await call('memora_get_note', { id: 'boiler' })).toContain('3 bar');
  await write(vault, 'kettle.md', '---\nid: boiler\ntitle: Kettle\n---\n# Boiler\n\npressure:: 4 bar\n');
  await write(vault, 'plan.md', '# Plan\n\nWe decided to buy a second boiler.\n');
  expect(await call('memora_decisions')).toContain('second boiler');
  await write(vault, 'plan.md', '# Plan\n\nNothing is planned.\n');
  expect(await call('memora_decisions')).not.toContain('second boiler');
});

it('a vault that was never indexed is indexed on the first question, whoever asks', async () => {
  const notes = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `cranes/${i}.md`,
      `# Crane ${i}\n\nThe crane number${i} lifts ${i + 1000} tons.\n`,
    ]),
  );
  const question = 'How many tons does the crane number27 lift?';
  for (const face of [
    'AI SDK, query',
    'AI SDK, cited',
    'MCP, query',
    'MCP, cited',
    'CLI, answer',
    'CLI, claims',
  ]) {
    await using workspace = await openWorkspace(notes);
    await using memory = await openMemory({ vault: workspace.vault, env: workspace.env });
    await using opened = await openFaces(workspace, memory);
    const said = await opened.faces[face]?.(question);
    expect(said?.text, face).toContain('1027 tons');
    expect(said?.behind, face).toEqual([]);
    expect(await readdir(join(workspace.vault, 'cranes')), face).toHaveLength(40);
  }
  await using workspace = await openWorkspace(notes);
  const { stdout, stderr } = await runMemora(['query', question, '--vault', workspace.vault], {
    env: workspace.env,
  });
  expect(stdout).toContain('1027 tons');
  expect(stderr).toContain('Nothing is indexed yet');
  const again = await runMemora(['query', question, '--vault', workspace.vault], { env: workspace.env });
  expect(again.stdout).toBe(stdout);
  expect(again.stderr).not.toContain('Nothing is indexed yet');
});

it('the first question through MCP reports the progress of its indexing', async () => {
  await using workspace = await openWorkspace(
    Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`cranes/${i}.md`, `# Crane ${i}\n\nCrane ${i} is red.\n`]),
    ),
  );
  await using memory = await openMemory({ vault: workspace.vault, env: workspace.env });
  await using opened = await openFaces(workspace, memory);
  const told: { progress: number; total?: number | undefined }[] = [];
  await opened.client.callTool(
    { name: 'memora_query', arguments: { query: 'Which crane is red?' } },
    { ...PATIENT, onprogress: (step) => told.push(step) },
  );
  expect(told.length).toBeGreaterThan(0);
  expect(told.at(-1)).toMatchObject({ progress: 300, total: 300 });
});

it('the server follows the notes: what is written between two calls is in the index before the second', async () => {
  await using workspace = await openWorkspace({ 'pump.md': PUMP });
  const { vault, env } = workspace;
  await using memory = await openMemory({ vault, env });
  await memory.index();
  await using opened = await openFaces(workspace, memory);
  await opened.faces['MCP, query']?.(BAR);
  let bar = 40;
  const before = await memory.revision();
  await expect
    .poll(
      async () => {
        await write(vault, 'pump.md', PUMP.replace('40', String(++bar)));
        return memory.revision();
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .not.toBe(before);
});

it('a read-only vault answers from its current index and names the changed note; one that was never indexed is reported as such', async () => {
  await using workspace = await openWorkspace({ 'pump.md': PUMP });
  const { vault, env } = workspace;
  const ask = () => runProcess(['query', BAR, '--json', '--vault', vault], { env, unprivileged: true });
  // The first one indexes. In a read-only folder, SQLite opens a database only if a reader's side files are next to it.
  for (let i = 0; i < 2; i++) expect(toSaid(JSON.parse((await ask()).stdout)).text).toContain('40 bar');
  await write(vault, 'pump.md', PUMP.replace('40', '60'));
  const own = join(vault, '.memora');
  await chmod(join(own, 'memora.db'), 0o444);
  await chmod(own, 0o555);
  const { text, behind } = toSaid(JSON.parse((await ask()).stdout));
  expect(text).not.toContain('40 bar');
  expect(behind).toEqual(['pump.md']);
  await chmod(own, 0o777);
  await rm(own, { recursive: true });
  await chmod(vault, 0o555);
  const { code, stdout, stderr } = await ask();
  await chmod(vault, 0o777);
  expect([code, stdout]).toEqual([4, '']);
  expect(JSON.parse(stderr).error.code).toMatch(/^[A-Z_]+$/);
});

/** All text of a payload except the names of notes that the index is behind on. */
function toSaid(payload: unknown): Said {
  const { behind, notices, ...rest } = payload as {
    readonly behind?: readonly string[];
    readonly notices?: { readonly behind: readonly string[] };
  };
  return { text: JSON.stringify(rest), behind: behind ?? notices?.behind ?? [] };
}
