import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageState } from '../consolidation-state.ts';

/** True if the pages have not changed since the last run. */
export async function isUntouched(
  vaultRoot: string,
  paths: readonly string[],
  left: Readonly<Record<string, PageState>>,
): Promise<boolean> {
  for (const path of paths) {
    const found = await lstat(join(vaultRoot, path)).catch(() => null);
    const last = left[path];
    if (found === null || last === undefined) return false;
    if (found.size !== last.size || found.mtimeMs !== last.mtimeMs) return false;
  }
  return true;
}
