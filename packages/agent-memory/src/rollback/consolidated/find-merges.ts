import { parseNote } from '@memora/vault';
import { keptPlace } from '../../learning/open-learning-log.ts';
import type { ReadLearningEntry } from '../../learning/parse-learning-log.ts';
import type { MemoryNote } from '../../note/memory-note.ts';
import { readMemory } from '../../note/read-memory.ts';
import type { BatchFiles } from '../batch-files.ts';
import { idOfPath, listBelow } from '../undo-batch.ts';

/** A memory before it was merged with others. */
export interface Merged {
  readonly id: string;
  /** The previous path of its note. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly note: MemoryNote;
}

/**
 * Memories that consolidations merged and that are still merged, each with its whole group: the remaining one, and those that it replaced. A copy that somebody
 * removed from the trash is in no group.
 */
export function findMerges(
  vaultRoot: string,
  entries: readonly ReadLearningEntry[],
  pathById: ReadonlyMap<string, string>,
  files: BatchFiles,
): ReadonlyMap<string, readonly Merged[]> {
  const groupOf = new Map<string, Map<string, Merged>>();
  const kept = new Map<string, readonly string[]>();
  const keptOf = (batch: string): readonly string[] => {
    const found = kept.get(batch) ?? listBelow(vaultRoot, keptPlace(batch, '').replace(/\/$/u, ''));
    kept.set(batch, found);
    return found;
  };
  // The first kept bytes are those from before any merge.
  const known = new Map<string, Merged>();
  const read = (id: string, batch: string): Merged | undefined => {
    const path = keptOf(batch).find((each) => !each.startsWith('.') && idOfPath(each) === id);
    const bytes = known.has(id) || path === undefined ? null : files.read(keptPlace(batch, path));
    const note = path === undefined || bytes === null ? null : readMemory(parseNote(bytes, { path }), bytes);
    if (path !== undefined && bytes !== null && note !== null) known.set(id, { id, path, bytes, note });
    return known.get(id);
  };
  for (const { code, batch, notes } of entries) {
    const [first = '', ...copies] = notes;
    if (code !== 'merged' || copies.every((id) => pathById.has(id))) continue;
    const group = groupOf.get(first) ?? new Map<string, Merged>();
    for (const id of notes) {
      const own = groupOf.get(id);
      const merged = read(id, batch);
      if (merged !== undefined) group.set(id, merged);
      if (own !== undefined && own !== group) for (const [each, more] of own) group.set(each, more);
    }
    for (const id of group.keys()) groupOf.set(id, group);
  }
  const standing = [...groupOf].filter(([, group]) => {
    const ids = [...group.keys()];
    return ids.some((id) => pathById.has(id)) && ids.some((id) => !pathById.has(id));
  });
  return new Map(standing.map(([id, group]) => [id, [...group.values()]]));
}
