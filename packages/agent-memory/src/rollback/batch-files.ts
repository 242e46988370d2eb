import {
  inspectFile,
  placeIn,
  readPlainFile,
  removeEmptyFolders,
  removeFile,
  writeWholeFile,
} from '@memora/privacy/files';
import { isMemoryPath } from '@memora/vault/internal';
import { keepBytes, keepRemoved } from '../learning/keep-bytes.ts';
import type { OpenLearningLog } from '../learning/open-learning-log.ts';
import type { LearningOperation } from '../learning/parse-learning-log.ts';

/** Changes files of a vault as one batch that can be undone. */
export interface BatchFiles {
  readonly read: (path: string) => Uint8Array | null;
  /** Replaces a file's bytes; null removes it. The previous bytes are kept first. */
  readonly change: (path: string, id: string, bytes: Uint8Array | null) => Promise<void>;
  /** Paths that were changed. */
  readonly changed: ReadonlySet<string>;
}

/** The parent folders of categories. A category's own name comes from the words of its memories. */
const CATEGORIES = new Set(['memory']);

const MADE: Readonly<Record<string, LearningOperation>> = { con_: 'move' };

/** Opens a batch. New files are in the log before they are written. */
export function openBatchFiles(vaultRoot: string, batch: string, log: OpenLearningLog): BatchFiles {
  const changed = new Set<string>();
  const read = (path: string): Uint8Array | null => {
    const place = placeIn(vaultRoot, path);
    return inspectFile(place) === null ? null : readPlainFile(place);
  };
  return {
    read,
    changed,
    change: async (path, id, bytes) => {
      const isFirst = !changed.has(path);
      changed.add(path);
      const place = placeIn(vaultRoot, path);
      if (bytes === null) {
        const isGone = isFirst ? await keepRemoved(vaultRoot, batch, path) : removeFile(place);
        if (isGone && isMemoryPath(path)) removeEmptyFolders(place, CATEGORIES);
        return;
      }
      const before = isFirst ? read(path) : null;
      if (before !== null) await keepBytes(vaultRoot, batch, path, before);
      else if (isFirst)
        log.append({ batch, operation: MADE[batch.slice(0, 4)] ?? 'rollback', notes: [id], code: 'made' });
      await writeWholeFile(place, bytes, { mode: 0o644, folderMode: 0o777 });
    },
  };
}

/** The archived path of a daily note; empty for any other id. */
export function archivedPath(root: string, id: string): string[] {
  const day = /^daily_(\d{4}-\d{2}-\d{2})$/u.exec(id)?.[1];
  return day === undefined ? [] : [`${root}episodic/daily/archive/${day}.md`];
}
