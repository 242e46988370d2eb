import { inspectFile, placeIn, writeWholeFile } from '@memora/privacy/files';
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
