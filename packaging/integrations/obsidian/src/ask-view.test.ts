import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory } from '@memora/engine';
import { serveStudio } from '@memora/studio';
import { expect, it, vi } from 'vitest';
import { AskView } from './ask-view.ts';
import { createMemoraClient, type Send } from './memora-client.ts';
import { type FakeElement, MarkdownView, Notice, TFile } from './testing-fixtures/fake-obsidian.ts';

const send: Send = async ({ url, method, contentType, body }) => {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body, headers: { 'content-type': contentType ?? '' } }),
  });
  return { status: response.status, text: await response.text() };
};

/** A vault that is served, and a workspace over it. */
async function openWorkspace(notes: Readonly<Record<string, string>>) {
  const root = await mkdtemp(join(tmpdir(), 'memora-obsidian-'));
  for (const [name, text] of Object.entries(notes)) await writeFile(join(root, name), text);
  const memory = await openMemory({ vault: root, env: { MEMORA_CONFIG_DIR: join(root, '.config') } });
  await memory.index({ writeNotes: false });
  const server = await serveStudio(memory);
  let active: MarkdownView | null = null;
  const app = {
    vault: { getAbstractFileByPath: (path: string) => new TFile(path) },
    workspace: {
      getLeaf: () => ({
        openFile: async ({ path }: TFile) => {
          active = new MarkdownView(await readFile(join(root, path), 'utf8'));
        },
      }),
      getActiveViewOfType: () => active,
    },
  };
  const view = new AskView({ app } as never, async () => createMemoraClient(server.url, send));
  await view.onOpen();
  return {
    root,
    content: view.contentEl as unknown as FakeElement,
    index: () => memory.index({ writeNotes: false }),
    selected: () => active?.editor.selected ?? null,
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await memory.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

const OF = (value: string, day: string) => `---\ndate: ${day}\n---\n# drift-bench\n\nlanguage:: ${value}\n`;
const PAIR = { 'one.md': OF('Rust', '2026-01-01'), 'two.md': OF('Go', '2026-01-01') };
const NOTES = { 'pump.md': '# Pump\n\nIt is blue. The cooling pump runs at 40 bar.\n' };

async function ask(content: FakeElement): Promise<FakeElement> {
  const box = content.all().find(({ tag }) => tag === 'textarea');
  if (box === undefined) throw new Error('no box');
  box.value = 'At how many bar does the cooling pump run?';
  box.press('keydown', { key: 'Enter' });
  return vi.waitFor(
    () => {
      const chip = content.all().find(({ attr }) => attr['aria-label']?.startsWith('Source'));
      if (chip === undefined) throw new Error('no source');
      return chip;
    },
    { timeout: 30_000 },
  );
}

it('answers with its sources, and selects the cited words in the note', async () => {
  await using workspace = await openWorkspace(NOTES);
  const chip = await ask(workspace.content);
  expect(chip.text).toBe('Pump ✓ quoted');
  chip.press('click');
  await vi.waitFor(() => expect(workspace.selected()).toBe('The cooling pump runs at 40 bar.'), {
    timeout: 10_000,
  });
});

it('says that the words are gone where the note was edited', async () => {
  await using workspace = await openWorkspace(NOTES);
  const chip = await ask(workspace.content);
  await writeFile(join(workspace.root, 'pump.md'), '# Pump\n\nThe cooling pump runs at 60 bar.\n');
  chip.press('click');
  await vi.waitFor(() => expect(Notice.shown).toContain('The cited words are not in the note any more.'), {
    timeout: 10_000,
  });
});

it('decides a card of today, takes it back, and says where that can not be done any more', async () => {
  await using workspace = await openWorkspace(PAIR);
  const { content, root } = workspace;
  const press = async (text: string) => {
    const button = await vi.waitFor(() => {
      const found = content.all().find((each) => each.tag === 'button' && each.text === text);
      if (found === undefined) throw new Error(`no button ${text}`);
      return found;
    });
    button.press('click');
  };
  const says = (text: string) =>
    vi.waitFor(() => expect(content.all().some((each) => each.text.includes(text))).toBe(true));
  await says('which is right?');
  await press('Both are right');
  await says('Decided.');
  await press('Undo');
  await says('which is right?');
  await expect(readFile(join(root, '_ledger.md'))).rejects.toMatchObject({ code: 'ENOENT' });
  await writeFile(join(root, 'two.md'), '# Other\n');
  await rm(join(root, 'one.md'));
  await workspace.index();
  await press('Both are right');
  await vi.waitFor(() => expect(Notice.shown.at(-1)).toMatch(/\.$/u));
});

const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);

it('asks about dates that have passed: ticks a task off in its note, and forgets what is over', async () => {
  const task = `- [ ] Pay the fine 📅 ${day(2)}`;
  const notes = {
    'tasks.md': `# Tasks\n\n${task}\n- [ ] Paint 📅 ${day(400)}\n`,
    'ticket.md': `# Ticket\n\nThe ticket of Ida is valid until ${day(5)}.\n`,
  };
  await using workspace = await openWorkspace(notes);
  const { content, root } = workspace;
  const read = () => readFile(join(root, 'tasks.md'), 'utf8');
  const press = async (text: string) =>
    (await vi.waitFor(() => find(content, 'button', text))).press('click');
  const says = (text: string) => vi.waitFor(() => find(content, null, text));
  await says(`Due ${day(2)}: is it done?`);
  expect(content.all().some(({ text }) => text.includes('Paint'))).toBe(false);
  await press('It is done');
  await says(task.replace('[ ]', '[x]'));
  expect(await read()).toBe(notes['tasks.md']);
  await press('Save to the note');
  await says('It is ticked off.');
  expect(await read()).toBe(notes['tasks.md'].replace(task, task.replace('[ ]', '[x]')));
  await press('Undo');
  await says(`Due ${day(2)}: is it done?`);
  expect(await read()).toBe(notes['tasks.md']);
  await says(`Until ${day(5)}: is it over?`);
  await press('It is over');
  await says('Decided.');
  await vi.waitFor(
    async () => expect(await readFile(join(root, '_ledger.md'), 'utf8')).toMatch(/forget claim:/u),
    {
      timeout: 20_000,
    },
  );
});

it('ticks nothing off in a note that was edited meanwhile', async () => {
  const task = `- [ ] Pay the fine 📅 ${day(2)}`;
  await using workspace = await openWorkspace({ 'tasks.md': `# Tasks\n\n${task}\n` });
  const { content, root } = workspace;
  (await vi.waitFor(() => find(content, 'button', 'It is done'))).press('click');
  const save = await vi.waitFor(() => find(content, 'button', 'Save to the note'));
  const edited = `# Tasks\n\nFirst call Ida.\n\n${task}\n`;
  await writeFile(join(root, 'tasks.md'), edited);
  save.press('click');
  await vi.waitFor(() => expect(Notice.shown.at(-1)).toMatch(/changed|again/u));
  expect(await readFile(join(root, 'tasks.md'), 'utf8')).toBe(edited);
});

it.each([
  ['another task', '- [ ] Buy milk and bread, eggs, ham\n'],
  ['a line that is no task', 'First call Ida about all of it, please, soon.\n\n'],
  ['the task, done meanwhile, with a box in its words', null],
])('ticks nothing off where the place of a card holds %s by now', async (_, above) => {
  const task = `- [ ] Pay the fine 📅 ${day(2)}`;
  await using workspace = await openWorkspace({ 'tasks.md': `# Tasks\n\n${task}\n` });
  const { content, root } = workspace;
  const button = await vi.waitFor(() => find(content, 'button', 'It is done'));
  const line = above === null ? `${task.replace('[ ]', '[x]')} [ ]` : `${above}${task}`;
  await writeFile(join(root, 'tasks.md'), `# Tasks\n\n${line}\n`);
  Notice.shown.length = 0;
  button.press('click');
  await vi.waitFor(() => expect(Notice.shown.at(-1)).toContain('has changed'));
  expect(content.all().some(({ text }) => text.includes('Save to the note'))).toBe(false);
  expect(await readFile(join(root, 'tasks.md'), 'utf8')).toBe(`# Tasks\n\n${line}\n`);
});

function find(content: FakeElement, tag: string | null, text: string): FakeElement {
  const found = content.all().find((each) => (tag === null || each.tag === tag) && each.text.includes(text));
  if (found === undefined) throw new Error(`no ${tag ?? 'element'} ${text}`);
  return found;
}

it('says what stands in the way where the server is gone', async () => {
  await using workspace = await openWorkspace(NOTES);
  const refusing = createMemoraClient('http://127.0.0.1:9/none/', async () => ({ status: 404, text: '' }));
  await expect(refusing.ask('Who?', [])).rejects.toThrow('Memora refused (UNREACHABLE).');
  expect(workspace.content.all().some(({ tag }) => tag === 'h4')).toBe(false);
});
