import type { MemoryNote } from './memory-note.ts';

/** The ids of all memories that one says it replaces. */
export function replacedBy({
  supersedes,
  furtherReplaced = [],
}: Pick<MemoryNote, 'supersedes' | 'furtherReplaced'>): readonly string[] {
  return supersedes === null ? [] : [supersedes, ...furtherReplaced];
}

/** What a note says of the memories that it replaces. */
export function toReplaced(ids: readonly string[]): Pick<MemoryNote, 'supersedes' | 'furtherReplaced'> {
  const [supersedes = null, ...furtherReplaced] = new Set(ids);
  return { supersedes, ...(furtherReplaced.length === 0 ? {} : { furtherReplaced }) };
}

/** The memory that replaces these, and no others. */
export function withReplaced(
  { furtherReplaced: _, ...note }: MemoryNote,
  ids: readonly string[],
): MemoryNote {
  return { ...note, ...toReplaced(ids) };
}
