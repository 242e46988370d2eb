import { fingerprint } from '@memora/core';
import { placeIn, readPlainText } from '@memora/privacy/files';
import { keptPlace } from '../learning/open-learning-log.ts';
import type { BatchFiles } from '../rollback/batch-files.ts';
import { idOfPath } from '../rollback/undo-batch.ts';
import { isBundled } from './bundle-line.ts';
import { MADE_FILE } from './import-bundle.ts';

/** The files of an import that are unchanged since, and the ids of those that were changed. */
export function readMade(vaultRoot: string, batch: string, files: BatchFiles) {
  const text = readPlainText(placeIn(vaultRoot, keptPlace(batch, MADE_FILE))) ?? '';
  const own: string[] = [];
  const touched: string[] = [];
  for (const line of text.split('\n')) {
    const { path, blake3 } = parse(line);
    const bytes = path === null ? null : files.read(path);
    if (path === null || bytes === null) continue;
    if (fingerprint(bytes) === blake3) own.push(path);
    else touched.push(idOfPath(path));
  }
  return { own, touched };
}

function parse(line: string): { path: string | null; blake3: unknown } {
  try {
    const { path, blake3 } = JSON.parse(line) as Record<string, unknown>;
    return { path: typeof path === 'string' && isBundled(path) ? path : null, blake3 };
  } catch {
    // A truncated line names no file that was written.
    return { path: null, blake3: null };
  }
}
