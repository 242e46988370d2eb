import { execFileSync } from 'node:child_process';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoraError } from '@memora/core';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  appendToFile,
  fillFile,
  inspectDatabase,
  listFolder,
  makeDatabaseFile,
  makeFolder,
  makeMemoraFolder,
  memoraPlace,
  moveFile,
  type Place,
  pathOf,
  placeAt,
  placeIn,
  readPlainText,
  removeEmptyFolders,
  removeFile,
  removeFolder,
  setMode,
  touchFile,
  writeWholeFile,
} from '../files.ts';

let home: string;
let vault: string;
let outside: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'memora-files-'));
  vault = join(home, 'vault');
  outside = join(home, 'outside');
  mkdirSync(join(vault, '.memora'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(outside, 'profile'), 'theirs\n', { mode: 0o644 });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** What an attacker can put in the place of one of Memora's file names. */
const KINDS: Record<string, (path: string) => void> = {
  'a link to a file': (path) => symlinkSync(join(outside, 'profile'), path),
  'a dangling link': (path) => symlinkSync(join(outside, 'absent'), path),
  'a link to a folder': (path) => symlinkSync(outside, path),
  'a hard link': (path) => linkSync(join(outside, 'profile'), path),
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a folder': (path) => mkdirSync(path),
};

/** Every function of the module that writes. */
const WRITES: Record<string, (place: Place) => unknown> = {
  appendToFile: (place) => appendToFile(place, 'ours\n'),
  writeWholeFile: (place) => writeWholeFile(place, 'ours\n'),
  'writeWholeFile of a new file': (place) => writeWholeFile(place, 'ours\n', { isNew: true }),
  fillFile: (place) => fillFile(place, 'ours\n'),
  'fillFile of a new file': (place) =>
    fillFile(place, (draft) => writeFileSync(draft, 'ours\n'), { isNew: true }),
  makeDatabaseFile: (place) => makeDatabaseFile(place),
  setMode: (place) => setMode(place, 0o600),
  moveFile: (place) => moveFile(place, placeIn(vault, 'elsewhere')),
  touchFile: (place) => touchFile(place),
  removeFile: (place) => removeFile(place),
  removeFolder: (place) => removeFolder(place, () => true),
  removeEmptyFolders: (place) =>
    removeEmptyFolders({ ...place, parts: [...place.parts, 'gone'] }, new Set(['.memora'])),
  makeFolder: (place) => makeFolder(place),
};

/** Everything outside the vault: names, modes, times, bytes. */
function snapshot(): string {
  const { mtimeMs, mode } = lstatSync(outside);
  const files = readdirSync(outside).map((name) => {
    const path = join(outside, name);
    const found = lstatSync(path);
    return [name, found.mode, found.mtimeMs, found.size, readFileSync(path, 'utf8')];
  });
  return JSON.stringify([mtimeMs, mode, files]);
}

describe.each(Object.keys(KINDS))('%s', (kind) => {
  const put = (path: string) => (KINDS[kind] as (path: string) => void)(path);

  it.each(Object.keys(WRITES))('at our name changes nothing outside through %s', async (name) => {
    const place = memoraPlace(vault, 'name');
    put(pathOf(place));
    const before = snapshot();
    const error = await (async () => WRITES[name]?.(place))().then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(snapshot()).toBe(before);
    // A whole file may replace one of two names; the other name keeps its bytes.
    const fine = new Set(['removeFile', 'touchFile', 'removeFolder', 'makeFolder', 'moveFile']);
    if (name === 'removeEmptyFolders' && kind === 'a folder') return;
    if (fine.has(name) || (kind === 'a hard link' && /^(?:writeWholeFile|fillFile)$/.test(name))) return;
    if (name === 'setMode' && kind === 'a folder') return;
    expect(error).not.toBeNull();
    if (name.endsWith('new file')) expect(error).toMatchObject({ code: 'EEXIST' });
    else
      expect(error).toMatchObject({ code: 'FILE_REFUSED', message: expect.stringContaining(pathOf(place)) });
  });

  it.each(Object.keys(WRITES))('in place of .memora changes nothing outside through %s', async (name) => {
    rmSync(join(vault, '.memora'), { recursive: true });
    put(join(vault, '.memora'));
    const before = snapshot();
    for (const part of ['profile', 'name']) {
      await (async () => WRITES[name]?.(memoraPlace(vault, part)))().catch((error: unknown) => {
        expect(MemoraError.isInstance(error)).toBe(true);
      });
    }
    expect(snapshot()).toBe(before);
  });

  it('is read by nobody', () => {
    put(join(vault, '.memora', 'name'));
    const place = memoraPlace(vault, 'name');
    // A second name of a file can't be distinguished from its first.
    if (kind === 'a hard link') expect(readPlainText(place)).toBe('theirs\n');
    else expect(() => readPlainText(place)).toThrowError(expect.objectContaining({ code: 'FILE_REFUSED' }));
  });

  it.each(['', '-wal', '-shm', '-journal'])('is no database where it stands at its %j', (part) => {
    writeFileSync(join(vault, '.memora', 'memora.db'), '');
    if (part === '') rmSync(join(vault, '.memora', 'memora.db'));
    put(join(vault, '.memora', `memora.db${part}`));
    const before = snapshot();
    const place = memoraPlace(vault, 'memora.db');
    expect(() => inspectDatabase(place)).toThrowError(expect.objectContaining({ code: 'FILE_REFUSED' }));
    expect(() => makeDatabaseFile(place)).toThrowError(expect.objectContaining({ code: 'FILE_REFUSED' }));
    expect(snapshot()).toBe(before);
  });
});

describe('a place', () => {
  it.each([['..'], ['.'], [''], ['a/../b'], ['a//b'], ['/etc/passwd'], ['a\\b'], ['a\0b'], ['a', '..']])(
    'is never made of %j',
    (...names) => {
      expect(() => placeIn('/v', ...names)).toThrowError(expect.objectContaining({ code: 'FILE_REFUSED' }));
    },
  );

  it('stays below its folder, whatever the names are', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (names) => {
        let place: Place;
        try {
          place = placeIn(vault, ...names);
        } catch (error) {
          return MemoraError.isInstance(error);
        }
        return pathOf(place).startsWith(`${vault}/`);
      }),
    );
  });

  it('follows the links of a path that a person typed, except its end and what is in .memora', () => {
    symlinkSync(outside, join(home, 'link'));
    expect(pathOf(placeAt(join(home, 'link', 'new', 'file')))).toBe(
      join(placeAt(join(outside, 'x')).base, 'new', 'file'),
    );
    symlinkSync(join(outside, 'profile'), join(home, 'page.html'));
    expect(() => readPlainText(placeAt(join(home, 'page.html')))).toThrowError(/is a link/);
    rmSync(join(vault, '.memora'), { recursive: true });
    symlinkSync(outside, join(vault, '.memora'));
    expect(placeAt(join(vault, '.memora', 'memora.db')).parts).toEqual(['.memora', 'memora.db']);
    expect(() => inspectDatabase(placeAt(join(vault, '.memora', 'memora.db')))).toThrowError(
      /\.memora is a link/,
    );
  });
});

describe('what is written', () => {
  it('is for its user alone whatever the umask, unless a mode is asked for', async () => {
    const umask = process.umask(0);
    try {
      makeMemoraFolder(vault);
      appendToFile(memoraPlace(vault, 'log'), 'x\n');
      fillFile(memoraPlace(vault, 'filled'), 'x');
      await writeWholeFile(memoraPlace(vault, 'deep', 'whole'), 'x');
      const modes = ['log', 'filled', 'deep/whole', 'deep', '.gitignore'].map(
        (name) => statSync(join(vault, '.memora', name)).mode & 0o777,
      );
      expect(modes).toEqual([0o600, 0o600, 0o600, 0o700, 0o600]);
      await writeWholeFile(placeIn(vault, 'note.md'), 'x', { mode: 0o666, isNew: true });
      expect(statSync(join(vault, 'note.md')).mode & 0o777).toBe(0o666);
    } finally {
      process.umask(umask);
    }
  });

  it('is whole or not there, keeps the mode of what it replaces and leaves no draft', async () => {
    const place = placeIn(vault, 'page.md');
    writeFileSync(pathOf(place), 'before', { mode: 0o640 });
    await writeWholeFile(place, 'after');
    expect([readFileSync(pathOf(place), 'utf8'), statSync(pathOf(place)).mode & 0o777]).toEqual([
      'after',
      0o640,
    ]);
    await expect(
      writeWholeFile(place, 'third', { confirm: () => Promise.reject(new Error('changed')) }),
    ).rejects.toThrow('changed');
    expect(readFileSync(pathOf(place), 'utf8')).toBe('after');
    expect(readdirSync(vault).sort()).toEqual(['.memora', 'page.md']);
  });

  it('takes a draft name that nobody can have planted', async () => {
    const drafts = new Set<string>();
    for (let i = 0; i < 20; i++) fillFile(placeIn(vault, 'x'), (draft) => drafts.add(draft));
    expect(drafts.size).toBe(20);
    for (const draft of drafts) expect(draft).toMatch(/\.memora-\d+-[0-9a-f]{16}\.tmp$/);
  });

  it('joins no line of somebody else', () => {
    const place = placeIn(vault, '_ledger.md');
    appendToFile(place, 'one\n', { header: '# Ledger\n', onOwnLine: true });
    writeFileSync(pathOf(place), '# Ledger\nmine');
    appendToFile(place, 'two\n', { header: '# Ledger\n', onOwnLine: true });
    expect(readPlainText(place)).toBe('# Ledger\nmine\ntwo\n');
  });

  it('has a limit to what is read', () => {
    writeFileSync(join(vault, 'big'), 'x'.repeat(100));
    expect(() => readPlainText(placeIn(vault, 'big'), 99)).toThrowError(/more than 99 bytes/);
    expect(readPlainText(placeIn(vault, 'big'), 100)).toHaveLength(100);
    expect(listFolder(placeIn(vault, 'absent'))).toEqual([]);
  });
});
