import { makeMemoraFolder, memoraPlace, writeWholeFile } from '@memora/privacy/files';

/**
 * Replaces a file of a vault's `.memora/` all at once, flushed to disk and for its user alone. Whoever reads it sees the old one or
 * the new one whole. Throws `FILE_REFUSED` if a link or anything but a file is there.
 */
export async function writePrivateFile(
  vaultRoot: string,
  names: readonly string[],
  text: string,
): Promise<void> {
  makeMemoraFolder(vaultRoot);
  await writeWholeFile(memoraPlace(vaultRoot, ...names), text, { mode: 0o600 });
}
