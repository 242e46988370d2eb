import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeCacheFile, isOwnCacheFolder } from './code-cache-file.ts';

const own = join('memora', `${process.version}-${process.arch}`);

describe('codeCacheFile', () => {
  it('stands in the folder that the environment names, by Node and command', () => {
    expect(codeCacheFile({ XDG_CACHE_HOME: '/caches' }, 'query')).toBe(join('/caches', own, 'query'));
    expect(codeCacheFile({ NODE_COMPILE_CACHE: '/c', XDG_CACHE_HOME: '/x' }, '--help')).toBe(
      join('/c', own, 'help'),
    );
  });

  it('is another one for each event of a hook and for a team, and has nothing of what a person asks in its name', () => {
    const env = { XDG_CACHE_HOME: '/caches' };
    const at = (...args: string[]) => codeCacheFile(env, ...args);
    expect(at('memory', 'hook', 'SessionStart')).toBe(join('/caches', own, 'memory-hook-sessionstart'));
    expect(at('memory', 'search', 'wages')).toBe(join('/caches', own, 'memory'));
    expect(at('memory', 'hook', '../../etc')).toBe(join('/caches', own, 'memory'));
    expect(at('query', 'wages', '--json', '--team')).toBe(join('/caches', own, 'query-team'));
  });

  it.runIf(process.platform === 'linux')('stands in the cache folder of a home that is there', () => {
    expect(codeCacheFile({ HOME: tmpdir() }, 'index')).toBe(join(tmpdir(), '.cache', own, 'index'));
    expect(codeCacheFile({ HOME: '/nonexistent-home' }, 'index')).toBeNull();
  });

  it.each([
    [{ XDG_CACHE_HOME: '/caches', NODE_DISABLE_COMPILE_CACHE: '1' }, 'query'],
    [{ XDG_CACHE_HOME: 'relative/folder' }, 'query'],
    [{ XDG_CACHE_HOME: '/caches' }, '../../etc/passwd'],
    [{ XDG_CACHE_HOME: '/caches' }, 'a question put without a command'],
  ])('is nowhere for %j %s', (env, argument) => {
    expect(codeCacheFile(env, argument)).toBeNull();
  });
});

describe('isOwnCacheFolder', () => {
  const inFolder = (check: (file: string, caches: string) => void) => {
    const caches = mkdtempSync(join(tmpdir(), 'memora-caches-'));
    try {
      check(codeCacheFile({ XDG_CACHE_HOME: caches }, 'query') ?? '', caches);
    } finally {
      rmSync(caches, { recursive: true, force: true });
    }
  };

  it('makes the folder for the user alone', () =>
    inFolder((file, caches) => {
      expect(isOwnCacheFolder(file)).toBe(true);
      expect(statSync(join(caches, 'memora')).mode & 0o777).toBe(0o700);
      expect(isOwnCacheFolder(file)).toBe(true);
    }));

  it.each([
    ['others may write to it', (folder: string) => chmodSync(folder, 0o777)],
    ['its group may write to it', (folder: string) => chmodSync(folder, 0o770)],
    [
      'it is a link',
      (folder: string) => {
        rmSync(folder, { recursive: true });
        mkdirSync(`${folder}-theirs`);
        symlinkSync(`${folder}-theirs`, folder);
      },
    ],
    [
      'it is somebody else’s',
      (folder: string) => {
        if (process.getuid?.() === 0) chownSync(folder, 65_534, 65_534);
        else chmodSync(folder, 0o777);
      },
    ],
  ])('trusts none where %s', (_, spoil) =>
    inFolder((file, caches) => {
      for (const folder of [join(caches, own), join(caches, 'memora')]) {
        rmSync(join(caches, 'memora'), { recursive: true, force: true });
        expect(isOwnCacheFolder(file)).toBe(true);
        spoil(folder);
        expect(isOwnCacheFolder(file)).toBe(false);
        rmSync(folder, { recursive: true, force: true });
      }
    }),
  );
});
