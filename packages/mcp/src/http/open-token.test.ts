import { chmod, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
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
    await writeFile(path, text, { mode: 0o600 });
    await expect(openToken(path)).rejects.toMatchObject({ code: 'TOKEN_FILE_INVALID' });
    expect(await readFile(path, 'utf8')).toBe(text);
  },
);

it.each([0o644, 0o640, 0o606, 0o666])(
  'refuses a file of mode %o, which others may read or write, and says what to do',
  async (mode) => {
    await using folder = await setupFolder();
    const path = join(folder.path, 'token');
    await writeFile(path, 'x'.repeat(43));
    await chmod(path, mode);
    await expect(openToken(path)).rejects.toMatchObject({
      code: 'TOKEN_FILE_OPEN',
      hint: expect.stringContaining(`chmod 600 ${path}`),
    });
  },
);

it('makes no token through a link, and reads none', async () => {
  await using folder = await setupFolder();
  await symlink(join(folder.path, 'theirs'), join(folder.path, 'token'));
  await expect(openToken(join(folder.path, 'token'))).rejects.toMatchObject({ code: 'FILE_REFUSED' });
  await writeFile(join(folder.path, 'theirs'), 'x'.repeat(43), { mode: 0o600 });
  await expect(openToken(join(folder.path, 'token'))).rejects.toMatchObject({ code: 'FILE_REFUSED' });
});

async function setupFolder() {
  const path = await mkdtemp(join(tmpdir(), 'memora-token-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
