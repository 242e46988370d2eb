import { makeMemoraFolder, memoraPlace, writeWholeFile } from '@memora/privacy/files';

/**
 * Replaces a file of a vault's `.memora/` in one step, flushed to disk and readable only by its user. A
 * reader sees either the whole old file or the whole new one. Throws `FILE_REFUSED` for a link or anything
 * else that is not a file.
 */
export async function writePrivateFile(
  vaultRoot: string,
  names: readonly string[],
  text: string,
): Promise<void> {
  makeMemoraFolder(vaultRoot);
  await writeWholeFile(memoraPlace(vaultRoot, ...names), text, { mode: 0o600 });
}
