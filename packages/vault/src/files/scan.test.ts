import { execFileSync } from 'node:child_process';
import { chmod, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScanEntry, SkipReason } from '../index.ts';
import { openVault } from '../open-vault.ts';
import { collect, setupVault } from '../testing-fixtures/setup-vault.ts';

function paths(entries: readonly ScanEntry[]): string[] {
  return entries.filter(({ error }) => error === undefined).map(({ path }) => path);
}

describe('scan', () => {
  it('finds notes in a fixed order and leaves out what is none, saying why', async () => {
    await using test = await setupVault({
      'b.md': '',
      'a.md': '',
      'sub/Note.MARKDOWN': '',
      'sub/world_map.md': '',
      '_ledger.md': '',
      'r/_atlas.md': '',
      'R/_INDEX.md': '',
      '.memora/x.md': '',
      '.obsidian/y.md': '',
      '.trash/z.md': '',
      'node_modules/p/readme.md': '',
      '.hidden.md': '',
      'a.sync-conflict-20240101-101010-ABC.md': '',
      "plan (Bob's conflicted copy 2024-01-01).md": '',
      'private/diary.md': '',
      'drafts/old/x.md': '',
      'drafts/keep.md': '',
      'note.txt': '',
      '日本語/会議.md': '',
    });
    const vault = await openVault(test.root, {
      config: { exclude: ['private/', 'drafts/**', '!drafts/keep.md'] },
    });
    const skipped = new Map<string, SkipReason>();
    const entries = await collect(vault.scan({ onSkipped: (path, reason) => skipped.set(path, reason) }));
    expect(paths(entries)).toEqual(['a.md', 'b.md', 'drafts/keep.md', 'sub/Note.MARKDOWN', '日本語/会議.md']);
    expect(Object.fromEntries(skipped)).toEqual({
      '_ledger.md': 'generated',
      'sub/world_map.md': 'generated',
      'r/_atlas.md': 'generated',
      'R/_INDEX.md': 'generated',
      '.memora': 'hidden',
      '.obsidian': 'hidden',
      '.trash': 'hidden',
      node_modules: 'hidden',
      '.hidden.md': 'hidden',
      'a.sync-conflict-20240101-101010-ABC.md': 'sync-debris',
      "plan (Bob's conflicted copy 2024-01-01).md": 'sync-debris',
      private: 'excluded',
      'drafts/old': 'excluded',
    });
  });

  it('follows no link, opens no pipe, and reports a note that is too large', async () => {
    await using test = await setupVault({ 'a.md': 'a', 'big.md': '' });
    await symlink('.', join(test.root, 'loop'));
    await symlink('/etc', join(test.root, 'etc'));
    await symlink('/nowhere', join(test.root, 'dangling.md'));
    execFileSync('mkfifo', [join(test.root, 'pipe.md')]);
    await truncate(join(test.root, 'big.md'), 50 * 2 ** 20);
    const skipped: [string, SkipReason][] = [];
    const entries = await collect(
      test.vault.scan({ onSkipped: (path, reason) => skipped.push([path, reason]) }),
    );
    expect(paths(entries)).toEqual(['a.md']);
    expect(entries.find(({ error }) => error !== undefined)).toMatchObject({
      path: 'big.md',
      error: { code: 'NOTE_TOO_LARGE' },
    });
    expect(skipped.sort()).toEqual([
      ['dangling.md', 'symlink'],
      ['etc', 'symlink'],
      ['loop', 'symlink'],
      ['pipe.md', 'special-file'],
    ]);
    await expect(test.vault.readNote('big.md')).rejects.toMatchObject({ code: 'NOTE_TOO_LARGE' });
    await expect(test.vault.readNote('pipe.md')).rejects.toMatchObject({ code: 'NOTE_NOT_A_FILE' });
    await expect(test.vault.readNote('gone.md')).rejects.toMatchObject({ code: 'NOTE_NOT_FOUND' });
  });

  it('goes on behind a folder and a name that it can not read', async () => {
    await using test = await setupVault({ 'locked/a.md': 'a', 'z.md': 'z' });
    await writeFile(
      Buffer.concat([Buffer.from(`${test.root}/bad`), Buffer.from([0xff]), Buffer.from('.md')]),
      'x',
    );
    await chmod(join(test.root, 'locked'), 0);
    const entries = await collect(test.vault.scan());
    await chmod(join(test.root, 'locked'), 0o755);
    const failures = entries.filter(({ error }) => error !== undefined).map(({ error }) => error?.code);
    expect(failures).toContain('SCAN_NAME_NOT_UTF8');
    expect(paths(entries)).toContain('z.md');
    // The superuser can read every folder.
    if (process.getuid?.() !== 0) expect(failures).toContain('SCAN_UNREADABLE');
  });

  it('tells what changed against what was known, and stops when asked', async () => {
    await using test = await setupVault({ 'a.md': 'a', 'b.md': 'b' });
    const known = new Map((await collect(test.vault.scan())).map((entry) => [entry.path, entry as never]));
    await writeFile(join(test.root, 'b.md'), 'b edited');
    const entries = await collect(test.vault.scan({ known }));
    expect(entries.map((entry) => [entry.path, entry.error === undefined && entry.changed])).toEqual([
      ['a.md', false],
      ['b.md', true],
    ]);
    await expect(collect(test.vault.scan({ signal: AbortSignal.abort() }))).rejects.toThrow();
  });

  it('keeps names apart that differ in case or in Unicode form only, and reports them together', async () => {
    const [composed, decomposed] = ['Zoë.md'.normalize('NFC'), 'Zoë.md'.normalize('NFD')];
    await using test = await setupVault({
      'Plan.md': '1',
      'plan.md': '2',
      [composed]: '3',
      [decomposed]: '4',
      'Work/a.md': '5',
      'work/b.md': '6',
      'sub/PLAN.md': '7',
      'sub/plan.markdown': '8',
      'plan.txt': '9',
      'Plan.txt': '0',
    });
    const clashes: (readonly string[])[] = [];
    const entries = paths(
      await collect(test.vault.scan({ onNameClash: (clashing) => clashes.push(clashing) })),
    );
    expect(entries).toHaveLength(8);
    for (const path of entries) expect((await test.vault.readNote(path)).length).toBe(1);
    expect(clashes).toEqual([
      ['Plan.md', 'plan.md'],
      [decomposed, composed],
      ['Work', 'work'],
    ]);
  });

  it.each([
    'a.sync-conflict-20240101-101010-ABC.md',
    '~syncthing~a.md.tmp',
    "a (Bob's conflicted copy 2024-01-01).md",
    'a (conflicted copy 2024-01-01 101010).md',
    'a-DESKTOP-4F7K2QX.md',
    'a-LAPTOP-AB12CD34-2.md',
    '.a.md.icloud',
    '~$a.md',
    '.~lock.a.md#',
    'a.md~',
    '.a.md.swp',
  ])('leaves out what a sync service or an editor left, and reports it: %s', async (name) => {
    await using test = await setupVault({ 'a.md': 'a', [name]: 'x' });
    const skipped: [string, SkipReason][] = [];
    const entries = await collect(
      test.vault.scan({ onSkipped: (path, reason) => skipped.push([path, reason]) }),
    );
    expect(paths(entries)).toEqual(['a.md']);
    expect(skipped).toEqual([[name, 'sync-debris']]);
  });

  it.each(['Desktop-setup.md', 'my-desktop-4f7k2qx.md', 'bak.md', 'Conflict.md', 'conflict copy.md'])(
    'takes a note for a note: %s',
    async (name) => {
      await using test = await setupVault({ [name]: 'x' });
      expect(paths(await collect(test.vault.scan()))).toEqual([name]);
    },
  );
});
