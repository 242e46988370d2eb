import type { Memory } from '@memora/engine';
import { parseNote } from '@memora/vault';
import type { Standing } from '../admit/admit-memory.ts';
import type { MemoryNote } from '../note/memory-note.ts';
import { isMemoryId } from '../note/memory-place.ts';
import { readMemory } from '../note/read-memory.ts';

/** What says the same as a statement, and whether the statement has evidence that none of it has. */
export interface ReadStanding {
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
    readonly memory: Pick<Memory, 'claims' | 'readNote'>;
    readonly hasSeen: (id: string) => boolean;
  },
): Promise<ReadStanding> {
  const ids = new Set(related);
  const same: Standing[] = [];
  let isNewEvidence = note.evidence !== null;
  for (const id of new Set([...related, ...byWords])) {
    const other = isMemoryId(id) ? await readById(id, memory) : null;
    // Another process may have written it in this session.
    const isOfSession = hasSeen(id) || (note.session !== null && other?.session === note.session);
    same.push({ id, isOfSession, byWords: !ids.has(id) });
    if (other !== null && other.evidence === note.evidence) isNewEvidence = false;
  }
  return { same, isNewEvidence };
}

async function readById(
  id: string,
  { claims, readNote }: Pick<Memory, 'claims' | 'readNote'>,
): Promise<MemoryNote | null> {
  const path = (await claims.listClaims({ noteId: id, limit: 1 })).claims[0]?.notePath;
  const bytes = path === undefined ? null : await readNote(path);
  return path === undefined || bytes === null ? null : readMemory(parseNote(bytes, { path }), bytes);
}
