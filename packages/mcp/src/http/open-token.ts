import { randomBytes } from 'node:crypto';
import { inspectFile, placeAt, readPlainText, writeWholeFile } from '@memora/privacy/files';
import { ServerError } from '../protocol/server-error.ts';

/**
 * Reads the bearer token from a file; creates the file, readable only by its owner, if there is none. Throws `TOKEN_FILE_OPEN` if others may read or write it,
 * `FILE_REFUSED` if it is a link, and `TOKEN_FILE_INVALID` if it holds fewer than 16 characters or characters that a header can't carry.
 */
export async function openToken(path: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const place = placeAt(path);
  try {
    await writeWholeFile(place, `${token}\n`, { isNew: true, mode: 0o600 });
    return token;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const mode = inspectFile(place)?.mode ?? 0;
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new ServerError(`others on this machine may read or write the token file ${path}`, {
      code: 'TOKEN_FILE_OPEN',
      hint: `Delete the file, since its token may be known; a new one is made at the next start. To keep it: chmod 600 ${path}`,
    });
  }
  const stored = (readPlainText(place) ?? '').trim();
  if (/^[\x21-\x7e]{16,}$/.test(stored)) return stored;
  throw new ServerError(`the token file ${path} contains no token of 16 or more characters`, {
    code: 'TOKEN_FILE_INVALID',
    hint: 'Delete the file; a new token is made at the next start.',
  });
}
