import { lit, type Value } from '@memora/claims/queries';
import { from, put, read } from './team-rows.ts';

type Number = Value<number>;
type Text = Value<string>;
type Bytes = Value<Buffer>;

const staged = (scope: Number, principal: Text, push: Bytes, path: Text) =>
  from
    .updateTable('staged')
    .where('scope', '=', scope)
    .where('principal', '=', principal)
    .where('push', '=', push)
    .where('path', '=', path);

/** What a principal has staged of a push. */
export const stagedQueries = {
  stageNote: put(
    'staged',
    [
      ...(['scope', 'principal', 'push', 'path', 'expected', 'hash', 'sealed'] as const),
      ...(['print', 'size', 'bytes', 'is_whole'] as const),
    ],
    ['principal', 'push', 'scope', 'path'],
    ['at'],
  ),
  /** Adds a piece that begins where the earlier ones end. */
  stagePiece: (
    scope: Number,
    principal: Text,
    push: Bytes,
    path: Text,
    piece: Bytes,
    offset: Number,
    hash: Bytes,
  ) =>
    staged(scope, principal, push, path)
      .set((eb) => ({ bytes: eb('bytes', '||', piece), at: eb.fn<Date>('now') }))
      .where('is_whole', '=', lit(false))
      .where((eb) => eb(eb.fn<number>('octet_length', ['bytes']), '=', offset))
      .where('hash', '=', hash)
      .returning(({ fn }) => fn<number>('octet_length', ['bytes']).as('length')),
  endStaging: (scope: Number, principal: Text, push: Bytes, path: Text) =>
    staged(scope, principal, push, path)
      .set({ is_whole: lit(true) })
      .returning('bytes'),
  sizeOfStaged: (principal: Text) =>
    from
      .selectFrom('staged')
      .select((eb) => [
        eb.fn.countAll<number>().as('notes'),
        eb
          .cast<number>(eb.fn.coalesce(eb.fn.sum<number>(eb.fn('octet_length', ['bytes'])), lit(0)), 'bigint')
          .as('bytes'),
      ])
      .where('principal', '=', principal),
  stagedNotes: read('staged', ['scope', 'path', 'is_whole'], ['principal', 'push'], ['scope', 'path']),
} as const;
