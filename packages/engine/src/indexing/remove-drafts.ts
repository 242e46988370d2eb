import { basename, dirname, join } from 'node:path';
import { DRAFT_NAME, folderOf, pathOf, placeAt } from '@memora/privacy/files';
import { removeLeftovers } from '@memora/vault/internal';
import { userConfigDir } from '../config/user-config-dir.ts';
import { trashFiles } from '../privacy/erasing/erased-memories.ts';
import { readWritten } from '../privacy/erasing/written-files.ts';

/** The subfolders of the user's config folder with atomically written files. */
const CONFIG_FOLDERS = ['.', 'keys', 'vaults', 'written'];

/**
 * Removes half-written files of a killed process in places that no vault scan covers: in the config folder, next to recorded backups and reports, next to a
 * database elsewhere, and in the trash of memories. Drafts of a live process stay.
 */
export function removeDrafts(
  vaultRoot: string,
  indexPath: string,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const config = userConfigDir(env);
  const folders = new Set([
    ...CONFIG_FOLDERS.map((name) => join(config, name)),
    ...[indexPath, ...readWritten(vaultRoot, env).map(({ path }) => path)].map((path) => dirname(path)),
  ]);
  for (const folder of folders) removeLeftovers(placeAt(folder));
  for (const place of trashFiles(vaultRoot))
    if (DRAFT_NAME.test(basename(pathOf(place)))) removeLeftovers(folderOf(place));
}
