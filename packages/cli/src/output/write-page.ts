import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { usageError } from '../read-option.ts';
import { toFileError } from './to-file-error.ts';

/** How every page of Memora names itself within its first bytes. */
const GENERATOR = '<meta name="generator" content="memora ';
const HEAD = 4_096;

/** Throws `USAGE` where a file stands that no page may be written over: one that is not a page of Memora itself. */
export async function refuseOtherFile(path: string): Promise<void> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw toFileError(error, path);
  });
  if (file === null) return;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    if (bytesRead === 0 || buffer.toString('latin1').includes(GENERATOR)) return;
  } catch (error) {
    throw toFileError(error, path);
  } finally {
    await file.close();
  }
  throw usageError(`${path} exists and is no page of Memora`, 'Name another file.');
}

/** Puts a whole page in place at once, readable by its owner alone. Throws `USAGE` like {@link refuseOtherFile}. */
export async function writePage(path: string, text: string): Promise<void> {
  await refuseOtherFile(path);
  await mkdir(dirname(path), { recursive: true }).catch((error: unknown) => {
    throw toFileError(error, path);
  });
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeFile(temporary, text, { mode: 0o600, flag: 'wx' });
    await chmod(temporary, 0o600);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw toFileError(error, path);
  }
}
