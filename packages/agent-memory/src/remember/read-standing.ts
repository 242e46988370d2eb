import type { Memory } from '@memora/engine';
import type { Standing } from '../admit/admit-memory.ts';
import type { MemoryNote } from '../note/memory-note.ts';
import { pathOfMemory, readNoteAt } from './take-place.ts';

/** Statements that say the same, and whether the new one has evidence that none of them has. */
interface ReadStanding {
  readonly same: readonly Standing[];
  /** True if none of the memories that say the same is based on the turn. */
  readonly isNewEvidence: boolean;
}

/** Finds statements that say the same: by relating, and by wording alone. */
export async function readStanding(
  note: MemoryNote,
  related: readonly string[],
  byWords: readonly string[],
  {
    memory,
    hasSeen,
  }: {
    readonly memory: Pick<Memory, 'claims' | 'readNote' | 'revision'>;
    readonly hasSeen: (id: string) => boolean;
  },
): Promise<ReadStanding> {
  const ids = new Set(related);
  const same: Standing[] = [];
  let isNewEvidence = note.evidence !== null;
  for (const id of new Set([...related, ...byWords])) {
    const path = await pathOfMemory(id, memory);
    const other = path === null ? null : await readNoteAt(path, memory);
    // Another process of this session may have written it.
    const isOfSession = hasSeen(id) || (note.session !== null && other?.session === note.session);
    same.push({ id, isOfSession, byWords: !ids.has(id) });
    if (other !== null && other.evidence === note.evidence) isNewEvidence = false;
  }
  return { same, isNewEvidence };
}
