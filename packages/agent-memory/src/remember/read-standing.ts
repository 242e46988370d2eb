import type { Memory } from '@memora/engine';
import type { Standing } from '../admit/admit-memory.ts';
import type { MemoryNote } from '../note/memory-note.ts';
import { pathOfMemory, readNoteAt } from './take-place.ts';

/** What says the same as a statement, and whether the statement has evidence that none of it has. */
interface ReadStanding {
  readonly same: readonly Standing[];
  /** True where none of the memories that say the same rests on the turn. */
  readonly isNewEvidence: boolean;
}

/** Reads what says the same: by relating, and by the wording alone. */
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
    // Another process may have written it in this session.
    const isOfSession = hasSeen(id) || (note.session !== null && other?.session === note.session);
    same.push({ id, isOfSession, byWords: !ids.has(id) });
    if (other !== null && other.evidence === note.evidence) isNewEvidence = false;
  }
  return { same, isNewEvidence };
}
