import { basename, dirname, join } from 'node:path';
import { DRAFT_NAME, folderOf, pathOf, placeAt } from '@memora/privacy/files';
import { removeLeftovers } from '@memora/vault/internal';
import { userConfigDir } from '../config/user-config-dir.ts';
import { trashFiles } from '../privacy/erasing/erased-memories.ts';
import { readWritten } from '../privacy/erasing/written-files.ts';

/** The folders of the user's config folder in which files are put as a whole. */
const CONFIG_FOLDERS = ['.', 'keys', 'vaults', 'written'];

/**
 * Removes what a process that was killed left half written where no scan of the vault looks: in the config folder, beside backups and reports that
 * are remembered, beside the database where that is elsewhere, and in the trash of memories. A draft of a live process stays.
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
