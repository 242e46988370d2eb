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

/** Moves what a batch removes to where its bytes are kept: in one step, so that they are never gone. Where something is kept there it is removed alone. */
export async function keepRemoved(vaultRoot: string, batch: string, path: string): Promise<void> {
  const [from, to] = [placeIn(vaultRoot, path), placeIn(vaultRoot, keptPlace(batch, path))];
  if (inspectFile(to) === null) {
    makeFolder(folderOf(to), 0o777);
    try {
      moveFile(from, to);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    }
    // The trash is on another disk.
    await keepBytes(vaultRoot, batch, path, readPlainFile(from) ?? new Uint8Array());
  }
  removeFile(from);
}
