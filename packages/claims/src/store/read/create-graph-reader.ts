import type { ClaimRow, GraphReader } from '../../model/graph-reader.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQueryOnce } from '../queries/prepare-query.ts';

/** The {@link GraphReader} of a SQLite store. Statements are prepared on first use. */
export function createGraphReader(db: Sqlite.Database): GraphReader {
  return {
    edgesOf: async (keys, limit) => {
      const list = JSON.stringify(keys);
      return prepareQueryOnce(db, 'edgesAround').all(list, list, limit);
    },
    notesLinkedBy: async (keys) => prepareQueryOnce(db, 'linkedNotes').all(JSON.stringify(keys)),
    linksToNotesOf: async (keys, limit) =>
      prepareQueryOnce(db, 'linksToNotes').all(JSON.stringify(keys), limit),
    claimsOfNotes: async (notes, limit) => {
      const read = prepareQueryOnce(db, 'liveKeysOf');
      return new Map(notes.map((note) => [note, read.all(note, limit).map(({ key }) => key)]));
    },
    notesNamed: async (names) => prepareQueryOnce(db, 'bearersOf').all(JSON.stringify(names)),
    claimsAbout: async (subjects, limit) =>
      prepareQueryOnce(db, 'claimsAbout').all(JSON.stringify(subjects), limit),
    rowsByKey: async (keys) => prepareQueryOnce(db, 'claimRows').all(JSON.stringify(keys)) as ClaimRow[],
    rowsById: async (ids) => prepareQueryOnce(db, 'liveClaimRows').all(JSON.stringify(ids)) as ClaimRow[],
  };
}
