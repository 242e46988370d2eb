import { type Expression, lit, type Value } from '@memora/claims/queries';
import { add, count, from, read, remove, set } from './team-rows.ts';

type Text = Value<string>;
type Number = Value<number>;

const { fn } = from;

/** An hour before a time. */
const hourBefore = (time: Expression<Date | null>) =>
  fn<Date>('timestamptz_mi_interval', [time, fn('make_interval', [0, 0, 0, 0, 1].map(lit))]);

const HEAD = ['path', 'version', 'hash', 'print'] as const;

/** The bytes of versions or heads `n`, of which some are gone. */
const bytesOf = (table: 'head' | 'version', scope: Number, path: Text) =>
  from
    .selectFrom(`${table} as n` as 'version as n')
    .leftJoin('blob as b', (join) => join.onRef('b.scope', '=', 'n.scope').onRef('b.hash', '=', 'n.hash'))
    .select(({ fn }) => ['n.hash', 'b.bytes', fn.coalesce('b.sealed', lit(false)).as('sealed')])
    .where('n.scope', '=', scope)
    .where('n.path', '=', path);

/** Versions of a scope with the heads of their notes. */
const withHeads = (scope: Number) =>
  from
    .selectFrom('version as v')
    .innerJoin('head as h', 'h.path', 'v.path')
    .where('v.scope', '=', scope)
    .where('h.scope', '=', scope);

/** Heads, as a worker reads them. */
const datedHeads = (scope: Number) =>
  withHeads(scope)
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('note')
          .select(['path', 'hash'])
          .where('scope', '=', scope)
          .where('gone_at', 'is', null)
          .where('type', 'is distinct from', lit('derived'))
          .as('n'),
      (join) => join.onRef('n.path', '=', 'h.path'),
    )
    .select(['h.path', 'h.version', 'h.hash', 'h.print', 'v.at', 'n.hash as published'])
    .whereRef('v.version', '=', 'h.version')
    .orderBy('h.path');

/** Notes, their versions and bytes, and what was erased of them. */
export const noteQueries = {
  headAt: read('head', HEAD, ['scope', 'path']),
  headsAfter: read('head', HEAD, ['scope', 'path >', 'limit'], ['path']),
  headsNamed: read('head', HEAD, ['scope', 'path ~'], ['path']),
  datedHeads: (scope: Number) => datedHeads(scope),
  datedHeadsSince: (scope: Number, changed: Text) => datedHeads(scope).where('h.changed', '>=', changed),
  countHeads: count('head', ['scope any', 'hash set']),
  bytesNow: (scope: Number, path: Text) => bytesOf('head', scope, path),
  bytesThen: (scope: Number, path: Text, at: Value<Date>) =>
    bytesOf('version', scope, path).where('n.at', '<=', at).orderBy('n.version', 'desc').limit(lit(1)),
  bytesOfVersion: (scope: Number, path: Text, version: Number) =>
    withHeads(scope)
      .innerJoin('blob as b', 'b.hash', 'v.hash')
      .select(['v.hash', 'b.bytes', 'b.sealed', 'h.version as current', 'v.memories'])
      .where('b.scope', '=', scope)
      .where('v.path', '=', path)
      .where('v.version', '=', version),
  versionsOf: read(
    'version',
    ['version', 'author', 'via', 'source_commit', 'at', 'hash'],
    ['scope', 'path', 'limit'],
    ['version desc'],
  ),
  versionOfCall: read('version', ['path', 'version', 'call_print'], ['scope', 'author', 'call']),
  countRemembered: (scope: Value<number | null>, author: Text) =>
    from
      .selectFrom('version')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('scope', '=', scope as Number)
      .where('memories', 'is not', null)
      .where((eb) => eb('at', '>', hourBefore(fn<Date>('now'))))
      .where('author', '=', author)
      .where('via', 'not in', [lit('forget'), lit('restore')]),
  /** Memories of an author that no publication has compared yet. */
  newMemories: (scope: Number, author: Text, own: Text, most: Number) =>
    withHeads(scope)
      .innerJoin('scope as s', 's.id', 'v.scope')
      .innerJoin('blob as b', 'b.hash', 'h.hash')
      .select(['v.path', 'h.version', 'b.hash', 'b.bytes', 'b.sealed'])
      .where('b.scope', '=', scope)
      .where('v.memories', 'is not', null)
      .where('v.version', '=', lit(1))
      .where('v.author', '=', author)
      .where('v.path', '<>', own)
      .where((eb) =>
        eb(
          'v.at',
          '>',
          eb.fn.coalesce(hourBefore(eb.ref('s.published_at')), fn<Date>('to_timestamp', [lit(0)])),
        ),
      )
      .orderBy('v.at', 'desc')
      .limit(most),
  sizesOf: (scope: Number, hashes: Value<readonly Buffer[]>) =>
    from
      .selectFrom('blob')
      .select((eb) => ['hash', eb.fn<number>('octet_length', ['bytes']).as('size')])
      .where('scope', '=', scope)
      .where((eb) => eb('hash', '=', eb.fn.any(hashes))),
  /** Published notes without a head, not even one for a deletion: only an erasure removes heads. */
  erasedNotes: (scope: Number) =>
    from
      .selectFrom('note as n')
      .select('n.path')
      .where('n.scope', '=', scope)
      .where('n.type', 'is distinct from', lit('derived'))
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('head as h')
              .select('h.path')
              .where('h.scope', '=', scope)
              .whereRef('h.path', '=', 'n.path'),
          ),
        ),
      )
      .orderBy('n.path'),
  publishedNote: read('note', ['key'], ['scope', 'path']),
  erasuresAfter: (scope: Number, after: Value<Buffer>, limit: Value<number | null>) =>
    from
      .selectFrom('erasure')
      .select(['path', 'content', 'anywhere'])
      .where('scope', '=', scope)
      .where((eb) => eb(eb('path', '||', eb.ref('content')), '>', after))
      .orderBy((eb) => eb('path', '||', eb.ref('content')))
      .limit(limit as Number),
  pathsOfBytes: (scope: Number, hashes: Value<readonly Buffer[]>, most: Number) =>
    from
      .selectFrom('version')
      .select('path')
      .distinct()
      .where('scope', '=', scope)
      .where((eb) => eb('hash', '=', eb.fn.any(hashes)))
      .orderBy('path')
      .limit(most),
  /** With an offset, a head is looked up for each text: the server would otherwise read every head of the scope for each page. */
  plainBlobs: (scope: Number, after: Value<Buffer>, most: Number) =>
    from
      .selectFrom('blob as b')
      .select((eb) => [
        'b.hash',
        'b.bytes',
        eb
          .exists(
            eb
              .selectFrom('head as h')
              .select('h.path')
              .whereRef('h.scope', '=', 'b.scope')
              .whereRef('h.hash', '=', 'b.hash')
              .offset(lit(0)),
          )
          .as('stands'),
      ])
      .where('b.scope', '=', scope)
      .where('b.sealed', '=', lit(false))
      .where('b.hash', '>', after)
      .orderBy('b.hash')
      .limit(most),
  addBlob: add('blob', ['scope', 'hash', 'bytes', 'sealed']),
  moveVersions: set('version', ['hash'], ['scope', 'hash']),
  removeBlob: remove('blob', ['scope', 'hash']),
} as const;
