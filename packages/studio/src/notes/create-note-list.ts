import type { Memory } from '@memora/engine';
import { keepWhile } from '../live/keep-while.ts';

/** A note as it is indexed. */
export interface IndexedNote {
  readonly path: string;
  /** Another one for other bytes. */
  readonly hash: string;
  readonly mtimeMs: number;
}

/** Returns the notes that may be named, by path: read once, and again when the index changed. */
export function createNoteList({
  claims,
  revision,
}: Pick<Memory, 'claims' | 'revision'>): () => Promise<readonly IndexedNote[]> {
  return keepWhile(revision, async () =>
    (await claims.notes())
      .filter(({ band }) => band !== 'secret')
      .map(({ path, contentHash: hash, mtimeMs }) => ({ path, hash, mtimeMs }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  );
}
