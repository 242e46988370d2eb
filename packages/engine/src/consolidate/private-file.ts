import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Replaces a file of `.memora/` all at once, flushed to disk and for its user alone. Whoever reads it sees the old one or the new
 * one whole.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Nothing of it belongs into anybody's repository; an existing file is left as it is.
  if (folder.endsWith('.memora')) {
    await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx', mode: 0o600 }).catch(() => undefined);
  }
  const temporary = join(folder, `${randomBytes(8).toString('hex')}.tmp`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}
