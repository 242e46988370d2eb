import { placeIn, removeFile } from '@memora/privacy/files';
import { isOnlyGenerated, mergeBlocks } from './merge-blocks.ts';
import type { PagePorts } from './write-planned-page.ts';

/**
 * Removes the page of a region that no longer exists from the vault. If the user wrote on it, only the generated blocks are removed. True if anything was
 * removed.
 */
export async function removePage(
  path: string,
  { vault, store, readNote, write, dryRun }: PagePorts,
): Promise<boolean> {
  const bytes = await readNote(path);
  const bare = bytes === null ? null : mergeBlocks(bytes, '', []);
  const isOurs = bytes !== null && bare !== null && Buffer.compare(bytes, bare) !== 0;
  if (dryRun) return isOurs;
  if (isOurs) {
    if (isOnlyGenerated(bytes)) removeFile(placeIn(vault.root, path));
    else await vault.replaceNote(path, bytes, bare);
  }
  await write(async () => (await store.write()).removePage(path));
  return isOurs;
}
