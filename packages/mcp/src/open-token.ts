import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { MemoraError } from '@memora/core';

/**
 * The bearer token in a file; makes the file, readable by its owner only, where there is none.
 * Throws `TOKEN_FILE_INVALID` where it holds fewer than 16 characters or others than a header can carry.
 */
export async function openToken(path: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, `${token}\n`, { flag: 'wx', mode: 0o600 });
    return token;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const stored = (await readFile(path, 'utf8')).trim();
  if (/^[\x21-\x7e]{16,}$/.test(stored)) return stored;
  throw new MemoraError(`the token file ${path} holds no token of 16 or more characters`, {
    code: 'TOKEN_FILE_INVALID',
    hint: 'Delete the file; a new token is made at the next start.',
  });
}
