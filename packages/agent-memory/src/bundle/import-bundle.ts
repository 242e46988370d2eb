import { fingerprint } from '@memora/core';
import type { Memory } from '@memora/engine';
import {
  appendToFile,
  inspectFile,
  placeIn,
  readPlainFile,
  readPlainText,
  writeWholeFile,
} from '@memora/privacy/files';
import { createBatchId, keptPlace, type OpenLearningLog } from '../learning/open-learning-log.ts';
import { parseLearningLog } from '../learning/parse-learning-log.ts';
import { memoryError } from '../memory-error.ts';
import { findInterrupted, idOfPath } from '../rollback/undo-batch.ts';
import { waitForLock } from '../session/wait-for-lock.ts';
import { BUNDLED } from './bundle-line.ts';
import { readBundle } from './read-bundle.ts';

/** The result of importing a bundle. */
export interface ImportedBundle {
  /**
   * `rollback({ batch })` with it removes the files that are unchanged since the import; null if nothing was
   * written.
   */
  readonly batch: string | null;
  /** Number of files that were written. */
  readonly written: number;
  /** Number of files that already existed with the same bytes. */
  readonly same: number;
  /** Files that exist with other bytes; they were kept. Ids of memories, or `file`. */
  readonly differs: readonly string[];
}

export interface ImportPorts {
  readonly memory: Pick<Memory, 'indexNotes' | 'index' | 'revision'>;
  readonly vaultRoot: string;
  readonly log: OpenLearningLog;
}

/** The list of files that an import wrote, in the trash. */
export const MADE_FILE = 'made.jsonl';
const JOURNALS: readonly string[] = BUNDLED.files;
const FEW = 1_000;

/**
 * Writes the files of a bundle that do not exist yet, after all hashes were checked. Existing files stay. A second import writes nothing; the next import
 * finishes one that was killed. `open` is called twice.
 */
export async function importBundle(
  open: () => AsyncIterable<Uint8Array>,
  { memory, vaultRoot, log }: ImportPorts,
): Promise<ImportedBundle> {
  for await (const { path, bytes } of readBundle(open())) if (path === '_learning.md') checkLog(bytes);
  await using _lock = await waitForLock(vaultRoot, 'keep');
  const batch = createBatchId('imp');
  const made = placeIn(vaultRoot, keptPlace(batch, MADE_FILE));
  const differs: string[] = [];
  const changed: string[] = [];
  let [written, same] = [0, 0];
  for await (const { path, bytes, blake3 } of readBundle(open())) {
    const place = placeIn(vaultRoot, path);
    const standing = inspectFile(place) === null ? null : readPlainFile(place);
    if (standing !== null && fingerprint(standing) === blake3) same++;
    else if (JOURNALS.includes(path))
      written += addLines(vaultRoot, path, new TextDecoder().decode(bytes)) ? 1 : 0;
    else if (standing !== null) differs.push(idOfPath(path));
    else {
      // Listed before it is written, so the files of a killed import can be removed.
      appendToFile(made, `${JSON.stringify({ path, blake3 })}\n`, {
        mode: 0o644,
        onOwnLine: true,
        flush: false,
      });
      await writeWholeFile(place, bytes, { mode: 0o644, folderMode: 0o777 });
      written++;
      if (!path.startsWith('.')) changed.push(path);
    }
  }
  if (written > 0) log.append({ batch, operation: 'import', notes: [], code: 'bundle' });
  // Many files are read faster in one refresh.
  if (changed.length > FEW || (await memory.revision()) === null) await memory.index();
  else if (written > 0) await memory.indexNotes(changed);
  return { batch: written === 0 ? null : batch, written, same, differs };
}

/** Without this entry, a reader of the log would undo a batch that looks unfinished. */
function checkLog(bytes: Uint8Array): void {
  const { entries } = parseLearningLog(new TextDecoder().decode(bytes));
  if (findInterrupted(entries).length === 0) return;
  throw memoryError(
    'BUNDLE_INVALID',
    'The bundle was written while a consolidation or a rollback ran.',
    'Nothing of it was imported. Export it again.',
  );
}

/** Appends the lines of a journal that are missing; false if there are none. */
function addLines(vaultRoot: string, path: string, text: string): boolean {
  const place = placeIn(vaultRoot, path);
  const standing = readPlainText(place) ?? '';
  const known = new Set(standing.split(/\r?\n/u));
  const lines =
    standing === ''
      ? text
      : text
          .split(/(?<=\n)/u)
          .filter((line) => !known.has(line.replace(/\r?\n$/u, '')))
          .join('');
  if (lines === '') return false;
  appendToFile(place, lines, { mode: 0o644, onOwnLine: true, flush: true });
  return true;
}
