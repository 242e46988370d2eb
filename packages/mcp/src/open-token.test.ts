import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openToken } from './open-token.ts';

it('makes a token that only its owner can read, and keeps it', async () => {
  await using folder = await setupFolder();
  const path = join(folder.path, 'deep', 'token');
  const token = await openToken(path);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await openToken(path)).toBe(token);
  expect(await readFile(path, 'utf8')).toBe(`${token}\n`);
});

it('makes different tokens', async () => {
  await using folder = await setupFolder();
  expect(await openToken(join(folder.path, 'a'))).not.toBe(await openToken(join(folder.path, 'b')));
});

it.each(['', 'short', 'sixteen chars or more but with spaces', `${'x'.repeat(20)}\n${'y'.repeat(20)}`])(
  'refuses a file that holds %j and leaves it as it is',
  async (text) => {
    await using folder = await setupFolder();
    const path = join(folder.path, 'token');
    await writeFile(path, text);
    await expect(openToken(path)).rejects.toMatchObject({ code: 'TOKEN_FILE_INVALID' });
    expect(await readFile(path, 'utf8')).toBe(text);
  },
);

async function setupFolder() {
  const path = await mkdtemp(join(tmpdir(), 'memora-token-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
