import { join } from 'node:path';

/** The path of a vault's database: `MEMORA_INDEX_DB`, otherwise `.memora/memora.db` in the vault. */
export function resolveIndexPath(
  vaultRoot: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  return env['MEMORA_INDEX_DB'] || join(vaultRoot, '.memora', 'memora.db');
}
