import type { MemoryNote } from './memory-note.ts';

/** The ids of all memories that a note replaces. */
export function replacedBy({
  supersedes,
  furtherReplaced = [],
}: Pick<MemoryNote, 'supersedes' | 'furtherReplaced'>): readonly string[] {
  return supersedes === null ? [] : [supersedes, ...furtherReplaced];
}

/** The fields of a note for the memories that it replaces. */
export function toReplaced(ids: readonly string[]): Pick<MemoryNote, 'supersedes' | 'furtherReplaced'> {
  const [supersedes = null, ...furtherReplaced] = new Set(ids);
  return { supersedes, ...(furtherReplaced.length === 0 ? {} : { furtherReplaced }) };
}

/** The memory with exactly these replaced memories. */
export function withReplaced(
  { furtherReplaced: _, ...note }: MemoryNote,
  ids: readonly string[],
): MemoryNote {
  return { ...note, ...toReplaced(ids) };
}
