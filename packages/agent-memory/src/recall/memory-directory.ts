import type { NoteNames } from '@memora/claims';
import type { Memory } from '@memora/engine';
import { isMemoryPath } from '@memora/vault/internal';
import { findMemoryId } from '../note/memory-place.ts';
import { keepForRevision } from './keep-for-revision.ts';

/** Maps the notes that are memories, by id and by path. */
export interface MemoryDirectory {
  /** By path, in order. */
  readonly notes: NoteNames['notes'];
  readonly pathById: ReadonlyMap<string, string>;
  readonly idByPath: ReadonlyMap<string, string>;
  /** The id that a text equals or begins; the text itself if there is none. Throws `MEMORY_INVALID` if several ids begin with it. */
  readonly idOf: (given: string) => string;
}

/** The memories that are indexed below `root`, cached until the index changes. */
export function createMemoryDirectory(
  memory: Pick<Memory, 'claims' | 'revision'>,
  root: string,
): () => Promise<MemoryDirectory> {
  const read = async (): Promise<MemoryDirectory> => {
    const { notes } = await memory.claims.noteNames();
    return toDirectory(notes.filter(({ path }) => isMemoryPath(path) && path.startsWith(root)));
  };
  return keepForRevision(memory, read, toDirectory([]));
}

/** Memories that are in no prompt until a person confirms them, by path, without secret ones. Reads no other note. */
export async function listHeld(
  { claims }: Pick<Memory, 'claims'>,
  root: string,
): Promise<readonly { readonly id: string; readonly path: string }[]> {
  const notes = await claims.notes({ status: 'archived' });
  return notes.flatMap(({ noteId: id, path, band }) =>
    band !== 'secret' && isMemoryPath(path) && path.startsWith(root) ? [{ id, path }] : [],
  );
}

function toDirectory(found: NoteNames['notes']): MemoryDirectory {
  const notes = found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const pathById = new Map(notes.map(({ noteId, path }) => [noteId, path]));
  return {
    notes,
    pathById,
    idOf: (given) => findMemoryId(given, pathById.keys()),
    idByPath: new Map(notes.map(({ noteId, path }) => [path, noteId])),
  };
}
