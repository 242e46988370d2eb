import type { Schema } from '../../schema/tables.ts';
import type { Described } from '../build/query-source.ts';
import { from, type Named, named, type Value } from '../build/query-source.ts';
import { rowQueriesOver } from '../build/row-queries.ts';
import { lit, NO_BYTES } from '../build/sqlite-parts.ts';

const { addNew, read, remove, set } = rowQueriesOver<Described>();

/** The columns that indexing a note sets; a written note exists. */
type WrittenNote = Omit<Schema['note'], 'note_id' | 'first_seen' | 'gone_at'>;

const there = () => from.selectFrom('note').where('gone_at', 'is', null);

/** Notes, their names and segments, and those that failed. */
export const noteQueries = {
  noteByPath: (path: Value<string>) => there().selectAll().where('path', '=', path),
  noteById: (id: Value<string>) => there().selectAll().where('note_id', '=', id),
  goneNote: (path: Value<string>, id: Value<string>) =>
    from
      .selectFrom('note')
      .selectAll()
      .where('path', '=', path)
      .where('note_id', '=', id)
      .where('gone_at', 'is not', null)
      .orderBy('key', 'desc')
      .limit(lit(1)),
  anyNote: () => from.selectFrom('note').select('key').limit(lit(1)),
  addNote: (path: Value<string>, id: Value<string>, now: Value<number>) =>
    from
      .insertInto('note')
      .values({
        path,
        note_id: id,
        title: lit(''),
        region: lit(''),
        band: lit(0),
        status: lit('active'),
        size: lit(0),
        mtime: lit(0),
        hash: NO_BYTES,
        first_seen: now,
        indexed_at: lit(0),
        extractor: lit(0),
        segments: lit(0),
        gated: lit('{}'),
      })
      .returning('key'),
  updateNote: named((row: Named<WrittenNote>) =>
    from
      .updateTable('note')
      .set({
        path: row.path,
        title: row.title,
        region: row.region,
        band: row.band,
        type: row.type,
        status: row.status,
        size: row.size,
        mtime: row.mtime,
        hash: row.hash,
        indexed_at: row.indexed_at,
        extractor: row.extractor,
        pending: row.pending,
        segments: row.segments,
        gated: row.gated,
        declared_id: row.declared_id,
        declares: row.declares,
        gone_at: lit(null),
      })
      .where('key', '=', row.key),
  ),
  touchNote: set('note', ['size', 'mtime', 'indexed_at'], ['key']),
  renameNote: set('note', ['note_id'], ['key']),
  /** A deleted file is no longer recognised by its hash, but the hash could be used to guess its text if that becomes secret elsewhere. */
  removeNote: (now: Value<number>, key: Value<number>) =>
    from.updateTable('note').set({ gone_at: now, hash: NO_BYTES }).where('key', '=', key),
  /** In effect until it is written again, whatever happens in between. */
  unsettleNoteOf: (claim: Value<number>) =>
    from
      .updateTable('note')
      .set({ mtime: lit(-1), hash: NO_BYTES })
      .where('key', '=', from.selectFrom('claim').select('note').where('key', '=', claim)),
  unsettleNote: (key: Value<number>) =>
    from
      .updateTable('note')
      .set({ mtime: lit(-1), hash: NO_BYTES })
      .where('key', '=', key),
  noteTitle: read('note', ['title'], ['key']),
  aliases: read('alias', ['name'], ['note']),
  removeAlias: remove('alias', ['name', 'note']),
  clearAliases: remove('alias', ['note']),
  addAlias: addNew('alias', ['name', 'note']),
  clearSegments: remove('segment', ['note']),
  addSegment: addNew('segment', ['note', 'fingerprint', 'extractor']),
  doneSegments: read('segment', ['fingerprint'], ['note', 'extractor']),
  fail: (
    path: Value<string>,
    code: Value<string>,
    reason: Value<string>,
    at: Value<number>,
    print: Value<Buffer | null>,
  ) =>
    from
      .insertInto('failure')
      .values({ path, code, reason, attempts: lit(1), at, print })
      .onConflict((conflict) =>
        conflict.column('path').doUpdateSet(({ ref, eb }) => ({
          code: ref('excluded.code'),
          reason: ref('excluded.reason'),
          attempts: eb('failure.attempts', '+', lit(1)),
          at: ref('excluded.at'),
          print: ref('excluded.print'),
        })),
      ),
  costlyNotes: () =>
    from
      .selectFrom('failure')
      .select(['path', 'reason', 'print'])
      .where('code', '=', lit('NOTE_TOO_COSTLY'))
      .where('print', 'is not', null)
      .$narrowType<{ print: Buffer }>(),
  clearFailure: remove('failure', ['path']),
} as const;
