import type { MemoryNote } from './memory-note.ts';

/** The ids of all memories that one says it replaces. */
export function replacedBy({
  supersedes,
  furtherReplaced = [],
}: Pick<MemoryNote, 'supersedes' | 'furtherReplaced'>): readonly string[] {
  return supersedes === null ? [] : [supersedes, ...furtherReplaced];
}

/** What a note says of the memories that it replaces. */
export function withReplaced(
  ids: readonly string[],
): Pick<MemoryNote, 'supersedes'> & { readonly furtherReplaced: readonly string[] } {
  const [supersedes = null, ...furtherReplaced] = new Set(ids);
  return { supersedes, furtherReplaced };
}
