import { DERIVED_NOTE } from '../../../model/derived-page.ts';
import type * as Sqlite from '../../../model/sqlite-database.ts';
import type { KnownNote } from '../../index-run.ts';
import { prepareOnce } from '../../open/prepare-once.ts';

type KnownRow = readonly [string, string, string | null, number, number, number, number, number];

/** Returns the known notes by path; only the named ones, if any are named. */
export function readKnown(db: Sqlite.Database, paths: readonly string[] | undefined): Map<string, KnownNote> {
  const only = paths === undefined ? '' : 'AND path IN (SELECT value FROM json_each(?))';
  // Arrays and no join, so that an unchanged note costs little more than its `stat`.
  const rows = prepareOnce<unknown[], KnownRow>(
    db,
    `SELECT path, note_id, declared_id, size, mtime, indexed_at, pending, extractor FROM note
     WHERE gone_at IS NULL AND type IS NOT '${DERIVED_NOTE}' ${only}`,
  ).raw();
  const textOf = prepareOnce<[number], string>(db, 'SELECT text FROM term WHERE key = ?').pluck();
  const extractors = new Map<number, string>();
  const known = new Map<string, KnownNote>();
  for (const row of rows.all(...(paths === undefined ? [] : [JSON.stringify(paths)]))) {
    const [path, noteId, declaredId, size, mtimeMs, indexedAt, pending, key] = row as KnownRow;
    const extractor = extractors.get(key) ?? textOf.get(key) ?? '';
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
