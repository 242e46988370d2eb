import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { MemoraError } from '@memora/core';
import {
  fileRefused,
  type Place,
  pathOf,
  placeAt,
  readPlainFile,
  removeFile,
  removeFolder,
  writeWholeFile,
} from '@memora/privacy/files';

/** A list of servers has a few lines. Some clients keep state of some megabytes in the same file. */
const MOST_BYTES = 32 * 1024 * 1024;

/** A file of another program that the user allowed Memora to edit. */
export interface ConfigFile {
  /** The real path if the file exists: a link to it is the user's own and stays a link. */
  readonly path: string;
  readonly bytes: Buffer | null;
}

/** Reads a file; `bytes` is null if there is none. Throws `FILE_REFUSED` for anything that is not a regular file. */
export function readConfigFile(path: string): ConfigFile {
  const place = realPlace(path);
  return { path: pathOf(place), bytes: readPlainFile(place, MOST_BYTES) };
}

/**
 * Replaces the bytes of a file that was read, in one step, or removes it. Throws `CLIENT_FILE_CHANGED` if it
 * has changed since, because its own program writes it too.
 */
export async function changeConfigFile({ path, bytes }: ConfigFile, after: Buffer | null): Promise<void> {
  const place = placeAt(path);
  const confirm = () => {
    if (!isSame(readPlainFile(place, MOST_BYTES), bytes)) throw fileChanged();
  };
  if (after !== null) {
    await writeWholeFile(place, after, { confirm, isNew: bytes === null }).catch(explainNew);
    return;
  }
  confirm();
  removeFile(place);
}

/** The folders that a file lacks, the outermost first. */
export function missingFolders(path: string): string[] {
  const folder = dirname(path);
  if (folder === path || statLink(folder) !== null) return [];
  return [...missingFolders(folder), folder];
}

/** Removes folders that were created and are empty now. */
export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) removeFolder(placeAt(folder), () => false);
}

export function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other);
}

function realPlace(path: string): Place {
  try {
    return placeAt(realpathSync.native(path));
  } catch (error) {
    if (statLink(path)?.isSymbolicLink() === true)
      throw fileRefused(path, 'is a broken link', 'Remove the link.');
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return placeAt(path);
  }
}

function statLink(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

function explainNew(error: unknown): never {
  throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? fileChanged() : error;
}

function fileChanged(): MemoraError<'CLIENT_FILE_CHANGED'> {
  return new MemoraError('it was changed while it was being edited', {
    code: 'CLIENT_FILE_CHANGED',
    hint: 'Close the client, and run the command again.',
  });
}
