import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const SECRET = 'The falcon deal of Ida closes in harbour nine.';
const OPEN = '<!--privacy:secret-->';
const CLOSE = '<!--/privacy-->';
const json = (value: unknown) => JSON.stringify(value, null, 2);

const FILES = {
  'people/ida.md': `# Ida\n\nIda likes tea. ${OPEN}${SECRET}${CLOSE} ^deal\n`,
  'Salary of Sarah.md': '---\nprivacy: secret\n---\nSarah has the falcon desk.\n',
  'board.canvas': json({
    nodes: [
      { id: 'a', type: 'text', text: SECRET },
      { id: 'b', type: 'file', file: 'Salary of Sarah.md' },
    ],
    edges: [],
  }),
  'plan.canvas': json({ nodes: [{ id: 'a', type: 'text', text: `${OPEN}quetzal${CLOSE}` }], edges: [] }),
  'view.base': 'filters:\n  and:\n    - file.name == "Salary of Sarah"\n',
  'sketch.excalidraw': json({ type: 'excalidraw', elements: [{ type: 'text', text: SECRET }] }),
  'draw.excalidraw.md': `---\nexcalidraw-plugin: parsed\n---\n# Text Elements\nIda draws. ^a1\n\n%%\n# Drawing\n\`\`\`compressed-json\nN4KAkARALgngDgUwgLgAQQQDwMYEMA2AlgCYBOuA7hADTgQBuCpAzoQPYB2KqATLZMzYBXUtiRoIACyhQ4zZAHoFAc0\n\`\`\`\n%%\n`,
  'files/Salary of Sarah.pdf': new Uint8Array([0x25, 0x50, 0x44, 0x46, 0, 1, 2]),
  'files/photo.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47]),
  '.obsidian/workspace.json': json({ lastOpenFiles: ['Salary of Sarah.md', 'people/ida.md'] }),
  '.obsidian/plugins/search/cache.json': json({ 'people/ida.md': SECRET }),
  '.obsidian/app.json': '{}',
  '.trash/old.md': `---\nprivacy: secret\n---\nquetzal\n`,
  '.smart-env/multi/ida.ajson': json({ text: SECRET }),
  'people/ida.sync-conflict-20260301-101112-ABCDEFG.md': `# Ida\n\n${SECRET}\n`,
  'Salary of Sarah (conflicted copy).md': '---\nprivacy: secret\n---\nSarah.\n',
  'people/.hidden.md': 'quetzal\n',
  '.git/HEAD': 'ref: refs/heads/main\n',
  'node_modules/x/README.md': '# x\n',
  'private/notes.md': '# Left out\n',
};

it('names what it does not read, what is marked there, and no word of it', async () => {
  await using vault = await setupVault(FILES);
  await symlink(join(vault.root, 'people/ida.md'), join(vault.root, 'link.md'));
  await vault.write('../config/config.toml', '[indexing]\nexclude = ["private/"]\n');
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  const { unread, ok } = await memory.audit();
  const rows = Object.fromEntries(unread.map(({ path, why, holds }) => [path, [why, ...holds]]));
  expect(rows).toEqual({
    'draw.excalidraw.md': ['drawing'],
    'board.canvas': ['canvas'],
    'plan.canvas': ['canvas', 'marker'],
    'view.base': ['base'],
    'sketch.excalidraw': ['drawing'],
    'files/Salary of Sarah.pdf': ['attachment'],
    'files/photo.png': ['attachment'],
    '.obsidian/workspace.json': ['app-data'],
    '.obsidian/plugins/search/cache.json': ['app-data'],
    '.obsidian/app.json': ['app-data'],
    '.trash/old.md': ['trash'],
    '.smart-env/multi/ida.ajson': ['app-data'],
    'people/ida.sync-conflict-20260301-101112-ABCDEFG.md': ['conflict-copy'],
    'Salary of Sarah (conflicted copy).md': ['conflict-copy'],
    'people/.hidden.md': ['app-data'],
    '.git/': ['history'],
    'node_modules/': ['packages'],
    'private/notes.md': ['excluded'],
    'link.md': ['link'],
  });
  expect(JSON.stringify(unread)).not.toMatch(/falcon|quetzal|harbour/);
  // Names that reveal a secret note are recognised.
  expect(
    unread
      .filter(({ isNameSecret }) => isNameSecret)
      .map(({ path }) => path)
      .sort(),
  ).toEqual([
    '.trash/old.md',
    'Salary of Sarah (conflicted copy).md',
    'files/Salary of Sarah.pdf',
    'link.md',
  ]);
  // Memora never shows files that it does not read. It reports them, and nothing fails.
  expect(ok).toBe(true);
});

it('tells the owner which of it repeats secret text or names a secret note', async () => {
  await using vault = await setupVault(FILES);
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  const { unread } = await memory.audit({ reveal: true });
  const holding = (what: string) =>
    unread.filter(({ holds }) => holds.some((each) => each === what)).map(({ path }) => path);
  expect(holding('secret-text').sort()).toEqual([
    '.obsidian/plugins/search/cache.json',
    '.smart-env/multi/ida.ajson',
    'board.canvas',
    'people/ida.sync-conflict-20260301-101112-ABCDEFG.md',
    'sketch.excalidraw',
  ]);
  expect(holding('secret-name').sort()).toEqual(['.obsidian/workspace.json', 'board.canvas', 'view.base']);
  expect(JSON.stringify(unread)).not.toMatch(/falcon|quetzal|harbour/);
});

it('says the same without the right, whatever the notes keep secret', async () => {
  const told = [];
  for (const secret of [SECRET, 'Bo paid 300 for the boat of the cook.']) {
    await using vault = await setupVault({
      'ida.md': `# Ida\n\n${OPEN}${secret}${CLOSE}\n`,
      'board.canvas': json({ nodes: [{ text: SECRET }] }),
    });
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    told.push((await memory.audit()).unread);
  }
  expect(told[0]).toEqual(told[1]);
});

it('names a note that is too long to be read', async () => {
  await using vault = await setupVault({ 'long.md': new Uint8Array(17 * 1024 * 1024).fill(97) });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  const { unread } = await memory.audit();
  expect(unread).toMatchObject([{ path: 'long.md', why: 'too-large' }]);
});
