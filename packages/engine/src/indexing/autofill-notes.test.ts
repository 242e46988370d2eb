import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { snapshot as snapshotAll } from '../testing-fixtures/read-pages.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

/** The user's files. `.memora/` belongs to Memora. */
const snapshot = async (root: string) =>
  new Map([...(await snapshotAll(root))].filter(([path]) => !path.startsWith('.memora/')));

const NOTES = {
  'a.md': 'The pump runs at 40 bar.\n',
  'b.md': '---\r\ntags: [x]\r\n---\r\nThe crane is red.\r\n',
  'safe.md': '---\nprivacy: secret\n---\nThe safe opens with 471108-Kestrel.\n',
  'broken.md': '---\ntitle: x\nNothing closes it.\n',
};

it('says which lines notes lack, writes none of them until it is told to, and nothing else then', async () => {
  await using vault = await setupVault(NOTES);
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  const before = await snapshot(vault.root);
  const plan = await memory.autofill({ dryRun: true });
  expect(await snapshot(vault.root)).toEqual(before);
  expect(plan).toMatchObject({ complete: 1, failures: [] });
  expect(plan.notes.map(({ path, line, lines }) => [path, line, lines.length])).toEqual([
    ['a.md', 1, 11],
    ['b.md', 3, 8],
    ['safe.md', 3, 8],
  ]);
  // A diff contains no secret text, only the keys.
  expect(JSON.stringify(plan)).not.toContain('Kestrel');
  const done = await memory.autofill();
  expect(done).toEqual(plan);
  for (const { path, line, lines } of done.notes.filter(({ path }) => path !== 'safe.md')) {
    const text = await readFile(join(vault.root, path), 'utf8');
    const all = text.split(/\r?\n/);
    expect(all.slice(line - 1, line - 1 + lines.length)).toEqual(lines);
    all.splice(line - 1, lines.length);
    expect(all.join(path === 'b.md' ? '\r\n' : '\n')).toBe(NOTES[path as keyof typeof NOTES]);
  }
  expect((await memory.autofill()).notes).toEqual([]);
});

it('touches no note of any text when it indexes, asks and reports, unless the settings say autofill', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (text) => {
      await using vault = await setupVault({ 'a.md': text, 'sub/b.md': `# B\n\n${text}\n` });
      await using memory = await openMemory({ vault: vault.root, env: vault.env });
      const before = await snapshot(vault.root);
      expect((await memory.index()).notesEdited).toBe(0);
      await memory.ask('What is said?');
      await memory.evidence((await memory.claims.listClaims()).claims);
      await memory.doctor({ repair: true });
      expect(await snapshot(vault.root)).toEqual(before);
    }),
    { numRuns: sampleOf(15) },
  );
});

it('says how many notes an index edited where the settings say autofill', async () => {
  await using vault = await setupVault(NOTES, { MEMORA_FRONTMATTER_MODE: 'autofill' });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  expect((await memory.index()).notesEdited).toBe(3);
  expect((await memory.index()).notesEdited).toBe(0);
});

it('removes at the start of a run what a killed process left in the making, and nothing that looks alike', async () => {
  await using vault = await setupVault({ 'a.md': 'The pump runs at 40 bar.\n', 'sub/b.md': 'x\n' });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const dead = `.memora-${2 ** 22 + 1}-0123456789abcdef.tmp`;
  const gone = [dead, `sub/${dead}`, `.memora/${dead}`];
  const stays = [
    `.memora-${process.pid}-0123456789abcdef.tmp`,
    `.memora-${2 ** 22 + 1}-0123456789abcdef.tmp.md`,
    `.memora-${2 ** 22 + 1}-short.tmp`,
    'mine.tmp',
    '.memora/0123456789abcdef.tmp',
  ];
  for (const path of [...gone, ...stays]) await writeFile(join(vault.root, path), 'half');
  const exists = (path: string) =>
    readFile(join(vault.root, path)).then(
      () => path,
      () => null,
    );
  await memory.index({ dryRun: true });
  expect(await Promise.all([...gone, ...stays].map(exists))).toEqual([...gone, ...stays]);
  await memory.index();
  expect(await Promise.all(gone.map(exists))).toEqual(gone.map(() => null));
  expect(await Promise.all(stays.map(exists))).toEqual(stays);
});
