import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeCacheFile } from './code-cache-file.ts';

const own = join('memora', `${process.version}-${process.arch}`);

describe('codeCacheFile', () => {
  it('stands in the folder that the environment names, by Node and command', () => {
    expect(codeCacheFile({ XDG_CACHE_HOME: '/caches' }, 'query')).toBe(join('/caches', own, 'query'));
    expect(codeCacheFile({ NODE_COMPILE_CACHE: '/c', XDG_CACHE_HOME: '/x' }, '--help')).toBe(
      join('/c', own, 'help'),
    );
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
