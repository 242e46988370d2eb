/**
 * A note is edited and its question asked at once, through every face, with no indexing between: the answer has the new text, or names the
 * note that the index is behind; what the note says no more is in none. The server and the memory are open, and were asked, before the edit.
 */
import { rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openMemory } from '@memora/engine';
import { memoraTools } from '@memora/engine/ai-sdk';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it } from 'vitest';
import { openWorkspace, type Workspace } from './open-workspace.ts';
import { binPath, runMemora } from './run-memora.ts';

/** One edit, the question about it, and what its answer may and may not say. */
interface Edit {
  readonly edit: (vault: string) => Promise<void>;
  readonly question: string;
  /** What the notes say now; null where they do not answer any more. */
  readonly now: string | null;
  /** What they do not say any more. */
  readonly before?: string;
  /** The note that has to be named where the new text is not shown. */
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

/** What a face said, and which notes it named as changed. */
interface Said {
  readonly text: string;
  readonly behind: readonly string[];
}

it.each(Object.entries(EDITS))('%s: every face says so at once', async (_, edit) => {
  await using workspace = await openWorkspace({
    'pump.md': PUMP,
    'garden.md': '# Garden\n\nIt has a pond.\n',
  });
  // Written a while ago: what was written in the tick of its indexing is another case.
  const then = new Date(Date.now() - 60_000);
  for (const note of ['pump.md', 'garden.md']) await utimes(join(workspace.vault, note), then, then);
  const said = await askAround(workspace, edit);
  for (const [face, { text, behind }] of Object.entries(said)) {
    if (edit.before !== undefined) expect(text, face).not.toContain(edit.before);
    const isNew = edit.now !== null && text.includes(edit.now);
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
    const tools = memoraTools(memory);
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

/** All that a payload says, but for the names of notes that are behind. */
function toSaid(payload: unknown): Said {
  const { behind, notices, ...rest } = payload as {
    readonly behind?: readonly string[];
    readonly notices?: { readonly behind: readonly string[] };
  };
  return { text: JSON.stringify(rest), behind: behind ?? notices?.behind ?? [] };
}
