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

it('says what stands in the way where the server is gone', async () => {
  await using workspace = await openWorkspace(NOTES);
  const refusing = createMemoraClient('http://127.0.0.1:9/none/', async () => ({ status: 404, text: '' }));
  await expect(refusing.ask('Who?', [])).rejects.toThrow('Memora refused (UNREACHABLE).');
  expect(workspace.content.all().some(({ tag }) => tag === 'h4')).toBe(false);
});
