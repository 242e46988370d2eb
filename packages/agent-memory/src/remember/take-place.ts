import type { Memory } from '@memora/engine';
import { parseNote } from '@memora/vault';
import { memoryError } from '../memory-error.ts';
import type { MemoryNote } from '../note/memory-note.ts';
import { isMemoryId } from '../note/memory-place.ts';
import { readMemory } from '../note/read-memory.ts';
import { toSeconds } from './compose-memory.ts';
import type { NewMemory } from './new-memory.ts';

/**
 * A note that replaces another is never older than that one, whatever the clock says: replacing makes it the
 * later one. It inherits kind, entity and tags that are not given. Throws `MEMORY_NOT_FOUND`, and
 * `MEMORY_INVALID` if it would be valid from an earlier time.
 */
export async function takePlace(
  note: MemoryNote,
  given: Pick<NewMemory, 'kind' | 'entity' | 'tags'>,
  { memory }: { readonly memory: Pick<Memory, 'claims' | 'revision' | 'readNote'> },
): Promise<MemoryNote> {
  if (note.supersedes === null) return note;
  const indexed = (await memory.revision()) !== null;
  const { claims } = indexed ? await memory.claims.listClaims({ noteId: note.supersedes }) : { claims: [] };
  const [first] = claims;
  if (first === undefined)
    throw memoryError(
      'MEMORY_NOT_FOUND',
      `There is no memory ${note.supersedes} to replace.`,
      'Recall it first, and give the id that it has now.',
    );
  const latest = claims.map(({ validFrom }) => Date.parse(validFrom ?? '')).filter((at) => !Number.isNaN(at));
  const since = Math.max(0, ...latest);
  const isLater = Date.parse(note.validFrom ?? note.created) >= since;
  if (!isLater && note.validFrom !== null)
    throw memoryError(
      'MEMORY_INVALID',
      `${note.supersedes} is newer than the memory that would replace it.`,
      'Give a later valid_from, or leave it out.',
    );
  const older = await readNoteAt(first.notePath, memory);
  return {
    ...note,
    kind: given.kind === undefined && older !== null ? older.kind : note.kind,
    entity: note.entity ?? older?.entity ?? null,
    tags: given.tags === undefined ? (older?.tags ?? []) : note.tags,
    ...(isLater ? {} : { created: toSeconds(new Date(since)) }),
  };
}

/** The memory in a note; null if there is none. */
export async function readNoteAt(
  path: string,
  { readNote }: Pick<Memory, 'readNote'>,
): Promise<MemoryNote | null> {
  const bytes = await readNote(path);
  return bytes === null ? null : readMemory(parseNote(bytes, { path }), bytes);
}

/** The path of a memory's note; null if no memory with this id is indexed. */
export async function pathOfMemory(
  id: string,
  { claims, revision }: Pick<Memory, 'claims' | 'revision'>,
): Promise<string | null> {
  if (!isMemoryId(id) || (await revision()) === null) return null;
  return (await claims.listClaims({ noteId: id, limit: 1 })).claims[0]?.notePath ?? null;
}
