import type { Memory } from '@memora/engine';
import { keepWhile } from '../live/keep-while.ts';

/** An indexed note. */
export interface IndexedNote {
  readonly path: string;
  /** A text that differs for different bytes. */
  readonly hash: string;
  readonly mtimeMs: number;
}

/** The notes that may be named, by path; read again when the index changed. */
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
