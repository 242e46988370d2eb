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

/** Keeps the bytes that a path has before a batch changes it, so that the batch can be undone. The first ones of a batch stay. */
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
 * Moves what a batch removes to where its bytes are kept: in one step, so that they are never gone. Where something is kept there it is removed alone. False where nothing
 * stood there.
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
    // The first of its folder.
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
