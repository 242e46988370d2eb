import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { verifyCitations } from '@memora/validator';

/** The commit before relevance, drift and clauses were judged. */
export const BASE_COMMIT = 'e708a75';

/**
 * `verifyCitations` of a built checkout of {@link BASE_COMMIT} that `MEMORA_BENCH_BASE` names, to be judged in the same run; `null`
 * where there is none.
 */
export async function loadBaseValidator(): Promise<typeof verifyCitations | null> {
  const folder = process.env['MEMORA_BENCH_BASE'];
  if (folder === undefined) return null;
  const file = join(folder, 'packages/validator/dist/index.js');
  if (!existsSync(file)) throw new Error(`MEMORA_BENCH_BASE names no built checkout: ${file} is missing`);
  const module = (await import(pathToFileURL(file).href)) as { verifyCitations: typeof verifyCitations };
  return module.verifyCitations;
}
