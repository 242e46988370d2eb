import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { chmod, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openVault } from '../open-vault.ts';
import { bytesOf, collect, setupVault, textOf } from '../testing-fixtures/setup-vault.ts';
import { applyEdits } from './apply-edits.ts';

const outside = [
  '../a.md',
  '/etc/passwd',
  'a/../../b.md',
  'C:/a.md',
  'c:a.md',
  'a//b.md',
  './a.md',
  'a/./b.md',
  '',
  'a\0.md',
  '\\\\host\\share',
  '..\\a.md',
];

describe('writing', () => {
  it('replaces a note only where its bytes are the expected ones', async () => {
    await using test = await setupVault({ 'a.md': 'old' });
    await expect(test.vault.replaceNote('a.md', bytesOf('other'), bytesOf('new'))).rejects.toMatchObject({
      code: 'NOTE_CHANGED',
    });
    expect(await readFile(join(test.root, 'a.md'), 'utf8')).toBe('old');
    await test.vault.replaceNote('a.md', bytesOf('old'), bytesOf('new'));
    expect(await readFile(join(test.root, 'a.md'), 'utf8')).toBe('new');
    expect(await readdir(test.root)).toEqual(['a.md']);
  });

  it('refuses a read-only note, and leaves it', async () => {
    await using test = await setupVault({ 'a.md': 'old' });
    await chmod(join(test.root, 'a.md'), 0o444);
    await expect(test.vault.replaceNote('a.md', bytesOf('old'), bytesOf('new'))).rejects.toMatchObject({
      code: 'NOTE_UNWRITABLE',
    });
    expect(await readFile(join(test.root, 'a.md'), 'utf8')).toBe('old');
  });

  it.each(outside)('keeps %j inside the vault when reading and capturing', async (path) => {
    await using test = await setupVault({ 'a.md': 'x' });
    await expect(test.vault.readNote(path)).rejects.toMatchObject({
      code: expect.stringMatching(/^(PATH_OUTSIDE_VAULT|NOTE_NOT_FOUND)$/),
    });
    if (path === '') return;
    await expect(test.vault.captureNote({ region: path, summary: 's', body: 'b' })).rejects.toMatchObject({
      code: expect.stringMatching(/^PATH_(OUTSIDE_VAULT|RESERVED)$/),
    });
  });

  it.each(['con', 'a/NUL', 'aux.notes', 'ab:y', 'what?', 'dot.', 'space ', '.hidden', '.memora/x', 'a\nb'])(
    'refuses the region %j',
    async (region) => {
      await using test = await setupVault();
      if (region !== region.trim()) return;
      await expect(test.vault.captureNote({ region, summary: 's', body: 'b' })).rejects.toMatchObject({
        code: 'PATH_RESERVED',
      });
      expect(await readdir(test.root)).toEqual([]);
    },
  );

  it('follows no symbolic link, neither as a note nor as a folder', async () => {
    await using other = await setupVault({ 'secret.md': 'outside' });
    await using test = await setupVault({ 'real/b.md': 'b' });
    await symlink(join(other.root, 'secret.md'), join(test.root, 'link.md'));
    await symlink(other.root, join(test.root, 'folder'));
    await symlink(test.root, join(test.root, 'real/loop'));
    await expect(test.vault.readNote('link.md')).rejects.toMatchObject({ code: 'NOTE_NOT_A_FILE' });
    await expect(test.vault.readNote('folder/secret.md')).rejects.toMatchObject({
      code: 'PATH_OUTSIDE_VAULT',
    });
    await expect(test.vault.readNote('real/loop/real/b.md')).rejects.toMatchObject({
      code: 'PATH_OUTSIDE_VAULT',
    });
    await expect(test.vault.captureNote({ region: 'folder', summary: 's', body: 'b' })).rejects.toMatchObject(
      { code: 'PATH_OUTSIDE_VAULT' },
    );
    expect(await readdir(other.root)).toEqual(['secret.md']);
    expect((await collect(test.vault.scan())).map(({ path }) => path)).toEqual(['real/b.md']);
  });

  it('gives every one of fifty captures at once its own file', async () => {
    await using test = await setupVault();
    const captures = Array.from({ length: 50 }, (_, i) =>
      test.vault.captureNote({ region: 'inbox', summary: 'Quick: capture?', body: `body ${i}` }),
    );
    const notes = await Promise.all(captures);
    expect(new Set(notes.map(({ path }) => path)).size).toBe(50);
    expect(new Set(notes.map(({ id }) => id)).size).toBe(50);
    const bodies = await Promise.all(
      notes.map(async ({ path }) => textOf(await test.vault.readNote(path)).split('---\n')[2]),
    );
    expect(bodies.sort()).toEqual(Array.from({ length: 50 }, (_, i) => `body ${i}\n`).sort());
  });

  it('captures into the folder where the region stands', async () => {
    await using test = await setupVault({ 'semantic/projects/drift/a.md': 'a' });
    expect(
      await test.vault.captureNote({ region: 'projects/drift', summary: 'Größe: 東京 / plan', body: 'b' }),
    ).toEqual({
      path: 'semantic/projects/drift/Größe 東京 plan.md',
      id: 'semantic/projects/drift/größe-東京-plan',
    });
    expect((await test.vault.captureNote({ summary: 'CON', body: '' })).path).toBe('Note CON.md');
    expect((await test.vault.captureNote({ summary: '...', body: '' })).path).toBe('Untitled.md');
  });

  it('makes edits and leaves every other byte', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 60 }),
        fc.nat(59),
        fc.nat(59),
        fc.uint8Array({ maxLength: 9 }),
        (bytes, a, b, replacement) => {
          const [start, end] = [a % (bytes.length + 1), b % (bytes.length + 1)].sort((x, y) => x - y) as [
            number,
            number,
          ];
          const edited = applyEdits(bytes, [{ span: { start, end }, replacement }]);
          expect([...edited]).toEqual([...bytes.slice(0, start), ...replacement, ...bytes.slice(end)]);
        },
      ),
    );
    expect(() =>
      applyEdits(bytesOf('abc'), [
        { span: { start: 0, end: 2 }, replacement: '' },
        { span: { start: 1, end: 3 }, replacement: '' },
      ]),
    ).toThrow(expect.objectContaining({ code: 'EDIT_INVALID' }));
  });
});

/** A file system of 64 kB, if the system allows mounting one. */
function mountSmall(folder: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status === 0;
}

describe('a full disk', () => {
  const probe = mkdtempSync(join(tmpdir(), 'memora-full-'));
  const isMounted = mountSmall(probe);
  if (!isMounted) rmSync(probe, { recursive: true, force: true });

  it.skipIf(!isMounted)(
    'is named, and leaves every note as it was (needs root on Linux, to mount a small disk)',
    async () => {
      try {
        await writeFile(join(probe, 'a.md'), 'old');
        const vault = await openVault(probe);
        const large = new Uint8Array(100_000).fill(97);
        await expect(vault.replaceNote('a.md', bytesOf('old'), large)).rejects.toMatchObject({
          code: 'DISK_FULL',
        });
        await expect(vault.captureNote({ summary: 'new', body: 'x'.repeat(100_000) })).rejects.toMatchObject({
          code: 'DISK_FULL',
        });
        expect(await readdir(probe)).toEqual(['a.md']);
        expect(await readFile(join(probe, 'a.md'), 'utf8')).toBe('old');
      } finally {
        spawnSync('umount', [probe]);
        rmSync(probe, { recursive: true, force: true });
      }
    },
  );
});

describe('a kill in the middle of a write', () => {
  it('leaves every note whole, old or new', async () => {
    await using test = await setupVault();
    const sizes = [40_000, 300_000];
    for (let i = 0; i < 4; i++) await writeFile(join(test.root, `n${i}.md`), '0'.repeat(sizes[0] as number));
    for (let round = 0; round < 8; round++) {
      const child = spawn(
        process.execPath,
        [
          '--conditions=memora-source',
          join(import.meta.dirname, '../testing-fixtures/rewrite-forever.ts'),
          test.root,
        ],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      await once(child.stdout, 'data');
      await new Promise((resolve) => setTimeout(resolve, 7 + ((round * 13) % 60)));
      child.kill('SIGKILL');
      await once(child, 'exit');
      for (let i = 0; i < 4; i++) {
        const text = await readFile(join(test.root, `n${i}.md`), 'utf8');
        expect(sizes).toContain(text.length);
        expect(new Set(text).size).toBe(1);
      }
      const notes = (await collect(test.vault.scan())).map(({ path }) => path);
      for (const path of notes.filter((name) => name.startsWith('new'))) {
        expect(textOf(await test.vault.readNote(path)).endsWith('captured\n')).toBe(true);
      }
      expect(notes.every((path) => /^(?:n\d|new(?: \d+)?)\.md$/.test(path))).toBe(true);
    }
  });
});
