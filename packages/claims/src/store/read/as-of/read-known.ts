import type * as Sqlite from '../../../model/sqlite-database.ts';
import type { KnownNote } from '../../index-run.ts';
import { prepareQueryOnce } from '../../queries/prepare-query.ts';

type KnownRow = readonly [string, string, string | null, number, number, number, number, number];

/** Returns the known notes by path; only the named ones, if any are named. */
export function readKnown(db: Sqlite.Database, paths: readonly string[] | undefined): Map<string, KnownNote> {
  const rows = (paths === undefined
    ? prepareQueryOnce(db, 'knownNotes').raw().all()
    : prepareQueryOnce(db, 'knownNotesAt').raw().all(JSON.stringify(paths))) as unknown as KnownRow[];
  const textOf = prepareQueryOnce(db, 'termText');
  const extractors = new Map<number, string>();
  const known = new Map<string, KnownNote>();
  for (const row of rows) {
    const [path, noteId, declaredId, size, mtimeMs, indexedAt, pending, key] = row;
    const extractor = extractors.get(key) ?? textOf.get(key)?.text ?? '';
    extractors.set(key, extractor);
    known.set(path, {
      path,
      noteId,
      declaredId,
      size,
      mtimeMs,
      indexedAt,
      extractor,
      pending: pending !== 0,
    });
  }
  return known;
}
