import {
  folderOf,
  inspectFile,
  makeFolder,
  moveFile,
  placeIn,
  readPlainFile,
  removeFile,
  writeWholeFile,
} from '@memora/privacy/files';
import { keptPlace } from './open-learning-log.ts';

/** Keeps the bytes of a path before a batch changes it, so that the batch can be undone. The first version of a batch is kept. */
export async function keepBytes(
  vaultRoot: string,
  batch: string,
  path: string,
  bytes: Uint8Array,
): Promise<void> {
  const place = placeIn(vaultRoot, keptPlace(batch, path));
  if (inspectFile(place) === null) await writeWholeFile(place, bytes, { mode: 0o644, folderMode: 0o777 });
}

/**
 * Moves a file that a batch removes to its kept place, in one step, so that the bytes are never missing. If a
 * version is already kept there, only removes the file. False if there was no file.
 */
export async function keepRemoved(vaultRoot: string, batch: string, path: string): Promise<boolean> {
  const [from, to] = [placeIn(vaultRoot, path), placeIn(vaultRoot, keptPlace(batch, path))];
  if (inspectFile(to) !== null) return removeFile(from);
  const move = (): boolean | Promise<boolean> => {
    try {
      return moveFile(from, to);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      return keepElsewhere(vaultRoot, batch, path);
    }
  };
  try {
    return await move();
  } catch (error) {
    // The kept file is the first one in its folder.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  makeFolder(folderOf(to), 0o777);
  return move();
}

/** The trash is on another disk. */
async function keepElsewhere(vaultRoot: string, batch: string, path: string): Promise<boolean> {
  const bytes = readPlainFile(placeIn(vaultRoot, path));
  if (bytes === null) return false;
  await keepBytes(vaultRoot, batch, path, bytes);
  return removeFile(placeIn(vaultRoot, path));
}
