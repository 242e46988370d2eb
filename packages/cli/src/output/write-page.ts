import { closeSync, readSync } from 'node:fs';
import { inspectPlace, openToRead, placeAt, writeWholeFile } from '@memora/privacy/files';
import { usageError } from '../input/read-option.ts';
import { toFileError } from './to-file-error.ts';

/** The text that identifies every Memora page, within its first bytes. */
const GENERATOR = '<meta name="generator" content="memora ';
const HEAD = 4_096;

/**
 * Throws `USAGE` if the file exists and is not a Memora page. Also throws for a name that other code
 * reads: a note, or a file of `.memora` such as `config.toml`.
 */
export async function refuseOtherFile(path: string): Promise<void> {
  const isPageName = /\.x?html?$/iu.test(path);
  if (
    /\.(?:md|markdown|canvas|base)$/iu.test(path) ||
    (path.split(/[\\/]/u).includes('.memora') && !isPageName)
  )
    throw usageError(
      `${path} cannot be the name of a page: another program reads that file`,
      'Use a name that ends in .html.',
    );
  try {
    if (startsAsPage(path)) return;
  } catch (error) {
    throw toFileError(error, path);
  }
  throw usageError(`${path} exists and is not a Memora page`, 'Name another file.');
}

function startsAsPage(path: string): boolean {
  const place = placeAt(path);
  if (inspectPlace(place)?.isDirectory() === true) throw Object.assign(new Error(path), { code: 'EISDIR' });
  const opened = openToRead(place);
  if (opened === null) return true;
  try {
    const head = Buffer.alloc(HEAD);
    const read = readSync(opened.file, head, 0, HEAD, 0);
    return read === 0 || head.toString('latin1').includes(GENERATOR);
  } finally {
    closeSync(opened.file);
  }
}

/**
 * Writes a whole page in one step, readable only by its owner. Throws `USAGE` like {@link refuseOtherFile}.
 */
export async function writePage(path: string, text: string): Promise<void> {
  await refuseOtherFile(path);
  try {
    await writeWholeFile(placeAt(path), text, { mode: 0o600, folderMode: 0o777, flush: false });
  } catch (error) {
    throw toFileError(error, path);
  }
}
