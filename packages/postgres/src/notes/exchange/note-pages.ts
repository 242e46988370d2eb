import { transactionAs } from '../../connect/transaction-as.ts';
import { type ErasureDigests, readErasureDigests } from '../../erase/read-erasures.ts';
import { callFunction } from '../../queries/call-function.ts';
import type { Acting } from '../../team/members.ts';
import { readScopes, type ScopeKind, scopeOf } from '../../team/scopes.ts';
import { type NoteHead, readHeads } from '../note-heads.ts';

/** Reads a scope in pages, for a client that keeps a team's notes on disk. */
interface NotePages {
  readonly scopes: () => Promise<readonly { readonly kind: ScopeKind; readonly isWritable: boolean }[]>;
  readonly heads: (kind: ScopeKind, after: string) => Promise<readonly NoteHead[]>;
  readonly erasures: (kind: ScopeKind, after: string) => Promise<readonly ErasureDigests[]>;
  /** Returns bytes from an offset; removed blobs are left out. */
  readonly bytes: (
    kind: ScopeKind,
    wanted: readonly { readonly hash: Buffer; readonly from: number }[],
  ) => Promise<readonly NotePiece[]>;
}

/** A piece of a stored note. */
interface NotePiece {
  readonly hash: Buffer;
  readonly sealed: boolean;
  /** Bytes of the whole note. */
  readonly size: number;
  readonly bytes: Buffer;
}

/** Rows per page. */
export const HEADS_AT_ONCE = 4_000;
/** Bytes per answer, before encoding as text. */
const MOST_BYTES = 700_000;

const PIECES = `
SELECT hash, sealed, size, substring(bytes FROM start FOR (least(size - start + 1, ${MOST_BYTES} - before))::int) AS bytes FROM (
  SELECT w.at, b.hash, b.sealed, b.bytes, octet_length(b.bytes)::bigint AS size, (w.start + 1)::int AS start,
    coalesce(sum(octet_length(b.bytes) - w.start) OVER (ORDER BY w.at ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
  FROM unnest($2::bytea[], $3::bigint[]) WITH ORDINALITY AS w (hash, start, at) JOIN memora.blob b ON b.scope = $1 AND b.hash = w.hash
  WHERE w.start < octet_length(b.bytes) OR (w.start = 0 AND octet_length(b.bytes) = 0)) AS found
WHERE before < ${MOST_BYTES} ORDER BY at`;

/** Opens a paged reader of the notes that a principal sees. */
export function openNotePages({ source, principal, workspace }: Acting): NotePages {
  type Db = Parameters<Parameters<typeof transactionAs>[2]>[0];
  const within = <Found>(kind: ScopeKind, read: (db: Db, scope: number) => Promise<Found>) =>
    transactionAs(source, { role: 'ask', principal, workspace }, async (db) =>
      read(db, scopeOf(await readScopes(db), kind).id),
    );
  return {
    scopes: () =>
      transactionAs(source, { role: 'ask', principal, workspace }, async (db) => {
        const writable = await callFunction(db, 'writable');
        const found = await readScopes(db);
        return found.map(({ id, kind }) => ({ kind, isWritable: writable?.includes(id) === true }));
      }),
    heads: (kind, after) =>
      within(kind, (db, scope) => readHeads(db, scope, { after, limit: HEADS_AT_ONCE })),
    erasures: (kind, after) =>
      within(kind, (db, scope) => readErasureDigests(db, scope, { after, limit: HEADS_AT_ONCE })),
    bytes: (kind, wanted) =>
      within(kind, (db, scope) =>
        db.query<NotePiece>(PIECES, [scope, wanted.map(({ hash }) => hash), wanted.map(({ from }) => from)]),
      ),
  };
}
