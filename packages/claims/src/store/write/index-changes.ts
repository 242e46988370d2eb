import type { ClaimDocument, ClaimIndex } from '../../model/claim-index.ts';
import type { PlacedNote } from '../../model/note-passages.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';

/**
 * The index changes of one commit, collected over its notes and written once, after their savepoints: FTS5 flushes its data to disk at each savepoint, which
 * costs more than the notes themselves.
 */
export interface IndexChanges {
  readonly add: (document: ClaimDocument) => void;
  readonly remove: (key: number) => void;
  /** Updates the passages of a note; the last call wins. */
  readonly place: (note: PlacedNote) => void;
  /** Returns the start of a note's changes, for {@link IndexChanges.cut}. */
  readonly mark: () => number;
  /** Drops the changes since a mark: the note's savepoint was rolled back. */
  readonly cut: (mark: number) => void;
  /** Writes the changes in the commit's own transaction. */
  readonly write: (db: Sqlite.Database, indexes: readonly ClaimIndex[], spent: IndexTimes) => void;
}

/** Milliseconds of each index, by name. */
export type IndexTimes = Map<string, number>;

export function createIndexChanges(): IndexChanges {
  const changes: Change[] = [];
  return {
    add: (document) => changes.push({ key: document.key, document }),
    remove: (key) => changes.push({ key, document: null }),
    place: (placed) => changes.push({ placed }),
    mark: () => changes.length,
    cut: (mark) => {
      changes.length = mark;
    },
    write: (db, indexes, spent) => {
      const claims = changes.filter((change) => 'key' in change);
      const placedByNote = new Map(
        changes.flatMap((change) => ('placed' in change ? [[change.placed.note, change.placed]] : [])),
      );
      // If a claim moved from one note to another in this commit, the last change wins.
      const documentByKey = new Map(claims.map(({ key, document }) => [key, document]));
      const removed = new Set(claims.filter(({ document }) => document === null).map(({ key }) => key));
      const added = [...documentByKey.values()].filter((document) => document !== null);
      const placed = [...placedByNote.values()];
      const isPlaced = new Set(placed.flatMap(({ claims }) => claims.map(({ key }) => key)));
      for (const index of indexes) {
        const started = performance.now();
        if (placed.length > 0) index.place?.(db, placed);
        const gone =
          index.place === undefined ? [...removed] : [...removed].filter((key) => !isPlaced.has(key));
        if (gone.length > 0) index.remove(db, gone);
        if (added.length > 0) index.add(db, added);
        spent.set(index.name, (spent.get(index.name) ?? 0) + performance.now() - started);
      }
    },
  };
}

type Change =
  | { readonly key: number; readonly document: ClaimDocument | null }
  | { readonly placed: PlacedNote };
