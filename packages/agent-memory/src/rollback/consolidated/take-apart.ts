import type { Memory } from '@memora/engine';
import { parseNote } from '@memora/vault';
import { checkSum, keptPlace, type OpenLearningLog } from '../../learning/open-learning-log.ts';
import type { ReadLearningEntry } from '../../learning/parse-learning-log.ts';
import { readMemory } from '../../note/read-memory.ts';
import type { BatchFiles } from '../batch-files.ts';
import type { Merged } from './find-merges.ts';

interface ApartPorts {
  readonly memory: Pick<Memory, 'indexNotes'>;
  readonly log: OpenLearningLog;
  readonly batch: string;
  readonly files: BatchFiles;
}

/** Replacements that consolidations decided and that are unchanged since, each memory as it was before. */
export function findDecidedDisputes(
  entries: readonly ReadLearningEntry[],
  pathById: ReadonlyMap<string, string>,
  files: BatchFiles,
): ReadonlyMap<string, Merged> {
  const found = new Map<string, Merged>();
  for (const { code, batch, notes, sum } of entries) {
    const [id = ''] = notes;
    const path = pathById.get(id);
    if (code !== 'said_since' || path === undefined) continue;
    const [standing, bytes] = [files.read(path), files.read(keptPlace(batch, path))];
    const note = bytes === null ? null : readMemory(parseNote(bytes, { path }), bytes);
    if (standing === null || bytes === null || note === null || checkSum(batch, standing) !== sum) continue;
    found.set(id, { id, path, bytes, note });
  }
  return found;
}

/** Undoes what consolidations did to memories: each note becomes as it was before. */
export async function takeApart(
  memories: readonly Merged[],
  pathById: ReadonlyMap<string, string>,
  { memory, log, batch, files }: ApartPorts,
): Promise<void> {
  for (const { id, path, bytes } of memories) {
    log.append({ batch, operation: 'rollback', notes: [id], sum: checkSum(batch, bytes), code: 'unmerged' });
    await files.change(pathById.get(id) ?? path, id, bytes);
  }
  await memory.indexNotes([...files.changed].filter((path) => !path.startsWith('.')));
}
