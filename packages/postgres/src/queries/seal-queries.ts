import { lit, type Value } from '@memora/claims/queries';
import { KEY_ID_BYTES } from '../notes/seal-blob.ts';
import { from, read, set } from './team-rows.ts';

type Bytes = Value<Buffer>;
type Text = Value<string>;
type Number = Value<number>;

const { fn } = from;

/** The id of the key that sealed a column. */
const keyOf = (column: 'b.bytes' | 'u.about') =>
  fn<Buffer>('substr', [from.dynamic.ref(column), lit(1), lit(KEY_ID_BYTES)]);

const sealedBlobs = (workspace: Text) =>
  from
    .selectFrom('blob as b')
    .innerJoin('scope as s', 's.id', 'b.scope')
    .innerJoin('workspace as w', 'w.id', 's.workspace')
    .where('w.name', 'in', [workspace, lit('@global')])
    .where('b.sealed', '=', lit(true));

const uploads = (workspace: Text) =>
  from
    .selectFrom('upload as u')
    .innerJoin('workspace as w', 'w.id', 'u.workspace')
    .where('w.name', '=', workspace)
    .where('u.state', '<>', lit('arriving'));

/** What is sealed with the key of a workspace. */
export const sealQueries = {
  /** Waits until nobody else holds a lock of a scope, for the rest of the transaction. */
  lockOut: (lock: Number, scope: Number) =>
    from.selectNoFrom(fn('pg_advisory_xact_lock', [lock, scope]).as('locked')),
  /** The global scope has the key of those who resealed it last. */
  useKey: (workspace: Text, to: Bytes, before: Bytes) =>
    from
      .updateTable('workspace')
      .set({ seal_key: to })
      .where((eb) =>
        eb.or([
          eb('name', '=', workspace),
          eb.and([eb('name', '=', lit('@global')), eb('seal_key', 'in', [to, before])]),
        ]),
      ),
  countOtherBlobs: (workspace: Text, key: Bytes) =>
    sealedBlobs(workspace)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(keyOf('b.bytes'), '<>', key),
  countOtherUploads: (workspace: Text, key: Bytes) =>
    uploads(workspace)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('u.state', '<>', lit('withdrawn'))
      .where(keyOf('u.about'), '<>', key),
  nextSealedBlob: (workspace: Text, key: Bytes, scope: Number, hash: Bytes) =>
    sealedBlobs(workspace)
      .select(['b.scope', 'b.hash'])
      .where(keyOf('b.bytes'), '=', key)
      .where((eb) => eb(eb.refTuple('b.scope', 'b.hash'), '>', eb.tuple(scope, hash)))
      .orderBy('b.scope')
      .orderBy('b.hash')
      .limit(lit(1)),
  /** A text with one of its paths. */
  blobToReseal: (scope: Number, hash: Bytes) =>
    from
      .selectFrom('blob')
      .select((eb) => [
        'hash',
        'bytes',
        'sealed',
        eb
          .selectFrom('version')
          .select('path')
          .where('scope', '=', scope)
          .where('hash', '=', hash)
          .limit(lit(1))
          .as('path'),
      ])
      .where('scope', '=', scope)
      .where('hash', '=', hash),
  moveHeads: (hash: Bytes, print: Value<Buffer | null>, scope: Number, old: Bytes) =>
    from
      .updateTable('head')
      .set(({ fn }) => ({ hash, print, changed: fn<string>('pg_current_xact_id') }))
      .where('scope', '=', scope)
      .where('hash', '=', old),
  nextSealedUpload: (workspace: Text, key: Bytes, scope: Number, id: Bytes) =>
    uploads(workspace)
      .select(['u.scope', 'u.id', 'u.state', 'u.about'])
      .where(keyOf('u.about'), '=', key)
      .where((eb) => eb(eb.refTuple('u.scope', 'u.id'), '>', eb.tuple(scope, id)))
      .orderBy('u.scope')
      .orderBy('u.id')
      .limit(lit(1))
      .forUpdate('u'),
  piecesOf: read('upload_piece', ['number', 'bytes'], ['scope', 'upload'], ['number']),
  setPiece: set('upload_piece', ['bytes'], ['scope', 'upload', 'number']),
  setUpload: set('upload', ['about', 'named', 'print'], ['scope', 'id']),
} as const;
