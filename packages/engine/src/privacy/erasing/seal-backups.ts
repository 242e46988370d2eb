import type { OpenCopy } from './hide-from-files.ts';
import { isGone, toUncleanedBackup, type UncleanedBackup } from './uncleaned-backup.ts';
import { readWritten, rememberWritten, SEALED_FORM } from './written-files.ts';

/**
 * Opens each backup of an older version once: what that left readable of secret sentences (dates, kinds, hashes) is sealed in it as it is in the
 * database. Returns those that could not be opened; the doctor tells of them too, and none is tried again.
 */
export async function sealBackups(
  vaultRoot: string,
  openCopy: OpenCopy,
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly UncleanedBackup[]> {
  const failed: UncleanedBackup[] = [];
  for (const file of readWritten(vaultRoot, env)) {
    if (file.kind !== 'backup' || file.sealed === SEALED_FORM || file.uncleaned !== undefined) continue;
    if (isGone(file.path)) continue;
    const uncleaned = await sealBackup(file.path, openCopy);
    if (uncleaned !== null) failed.push(uncleaned);
    await rememberWritten(vaultRoot, { ...file, ...(uncleaned === null ? {} : { uncleaned }) }, env);
  }
  return failed;
}

async function sealBackup(path: string, openCopy: OpenCopy): Promise<UncleanedBackup | null> {
  try {
    // Opening a store to write brings it to this version.
    await using _store = await openCopy(path);
    return null;
  } catch (error) {
    return toUncleanedBackup(path, error);
  }
}
