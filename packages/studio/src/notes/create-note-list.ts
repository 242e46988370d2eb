import type { Memory } from '@memora/engine';

/** A note as it is indexed. */
export interface IndexedNote {
  readonly path: string;
  /** Another one for other bytes. */
  readonly hash: string;
  readonly mtimeMs: number;
}

/** Gives the notes that may be named, by path: read once, and again when the index changed. */
export function createNoteList(
  memory: Pick<Memory, 'claims' | 'revision'>,
): () => Promise<readonly IndexedNote[]> {
  let read: { readonly revision: string | null; readonly notes: Promise<readonly IndexedNote[]> } | null =
    null;
  const readAll = async (): Promise<readonly IndexedNote[]> =>
    (await memory.claims.notes())
      .filter(({ band }) => band !== 'secret')
      .map(({ path, contentHash: hash, mtimeMs }) => ({ path, hash, mtimeMs }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  return async () => {
    const revision = await memory.revision();
    if (read === null || read.revision !== revision) {
      const notes = readAll();
      read = { revision, notes };
      // What could not be read is read again by whoever asks next.
      notes.catch(() => {
        read = null;
      });
    }
    return read.notes;
  };
}
