import { join } from 'node:path';

/** Where the database of a vault is: `MEMORA_INDEX_DB`, else `.memora/memora.db` in the vault. */
export function resolveIndexPath(
  vaultRoot: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  return env['MEMORA_INDEX_DB'] || join(vaultRoot, '.memora', 'memora.db');
}
