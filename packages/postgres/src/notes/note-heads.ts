import type { Connection } from '../connect/connection.ts';
import type { NoteBlob, StoredBlob } from './seal-blob.ts';

/** What a note is now: its version, and the address of its bytes; no address for one that was deleted. */
export interface NoteHead {
  readonly path: string;
  readonly version: number;
  readonly hash: Buffer | null;
  readonly print: Buffer | null;
}

/** A write that takes effect where the note still has the version that the writer saw; 0 where it saw none. */
export interface NoteWrite {
  readonly path: string;
  readonly expected: number;
  /** Null deletes the note. */
  readonly blob: NoteBlob | null;
}

/** Who writes, and through what. */
interface WriteMark {
  readonly author: string;
  readonly via: string;
  readonly sourceCommit?: string | undefined;
  /** By which a call that is repeated is known again, for a single note. */
  readonly call?: CallKey | undefined;
}

/** A call under a key that its caller chose. */
export interface CallKey {
  readonly key: Buffer;
  /** Of what was asked: the same key with something else is a mistake of the caller. */
  readonly print: Buffer;
}

const GIVEN = `SELECT * FROM unnest($4::text[], $5::bigint[], $6::bytea[], $7::bytea[], $8::boolean[], $9::bytea[])
    AS given (path, expected, hash, bytes, sealed, print)`;

/** What a push has staged, in place of what is given. */
const STAGED = `SELECT path, expected, hash, bytes, sealed, print FROM memora.staged
  WHERE scope = $1::int AND principal = $2::text AND push = $5::bytea`;

const write = (input: string, more: readonly [columns: string, values: string]) => `
WITH input AS (${input}), kept AS (
  INSERT INTO memora.blob (scope, hash, bytes, sealed)
  SELECT DISTINCT ON (hash) $1::int, hash, bytes, sealed FROM input WHERE hash IS NOT NULL
  ON CONFLICT (scope, hash) DO NOTHING
), moved AS (
  INSERT INTO memora.head (scope, path, version, hash, print)
  SELECT $1::int, path, expected + 1, hash, print FROM input
  WHERE expected = 0 OR EXISTS (SELECT 1 FROM memora.head h WHERE h.scope = $1::int AND h.path = input.path)
  ON CONFLICT (scope, path) DO UPDATE SET version = excluded.version, hash = excluded.hash, print = excluded.print,
    changed = pg_current_xact_id()
  WHERE head.version = excluded.version - 1
  RETURNING path, version, hash
)
INSERT INTO memora.version (scope, path, version, hash, author, via${more[0]})
SELECT $1::int, path, version, hash, $2::text, $3::text${more[1]} FROM moved
RETURNING path, version`;
const PLAIN = write(GIVEN, [', source_commit', ', $10::text']);
const CALLED = write(GIVEN, [', source_commit, call, call_print', ', $10::text, $11::bytea, $12::bytea']);
const PUSHED = write(STAGED, [', source_commit', ', $4::text']);

/** The heads of a scope, by path; those of deleted notes too. As many as `limit` says, from the one after `after` on. */
export function readHeads(
  db: Connection,
  scope: number,
  { after = '', limit }: { readonly after?: string; readonly limit?: number } = {},
): Promise<NoteHead[]> {
  return db.query<NoteHead>(
    'SELECT path, version, hash, print FROM memora.head WHERE scope = $1 AND path > $2 ORDER BY path LIMIT $3',
    [scope, after, limit ?? null],
  );
}

/** Bytes of notes by address, unchecked: `openBlob` holds them against it. */
export async function readBlobs(
  db: Connection,
  scope: number,
  hashes: readonly Buffer[],
): Promise<Map<string, StoredBlob>> {
  const rows = await db.query<StoredBlob>(
    `SELECT b.hash, b.bytes, b.sealed FROM unnest($2::bytea[]) AS wanted (hash)
     CROSS JOIN LATERAL (SELECT hash, bytes, sealed FROM memora.blob WHERE scope = $1 AND hash = wanted.hash LIMIT 1) AS b`,
    [scope, hashes],
  );
  return new Map(rows.map((row) => [row.hash.toString('hex'), row]));
}

/**
 * Writes notes in one statement, each where its head has not moved: bytes, head and version together or not at all. Returns the new versions
 * by path; what is not among them had moved.
 */
export async function writeNotes(
  db: Connection,
  scope: number,
  writes: readonly NoteWrite[],
  { author, via, sourceCommit, call }: WriteMark,
): Promise<Map<string, number>> {
  return told(db, scope, call === undefined ? PLAIN : CALLED, [
    author,
    via,
    writes.map(({ path }) => path),
    writes.map(({ expected }) => expected),
    writes.map(({ blob }) => blob?.hash ?? null),
    writes.map(({ blob }) => blob?.bytes ?? null),
    writes.map(({ blob }) => blob?.sealed ?? null),
    writes.map(({ blob }) => blob?.print ?? null),
    sourceCommit ?? null,
    ...(call === undefined ? [] : [call.key, call.print]),
  ]);
}

/** The same with what a push has staged. */
export function writeStaged(
  db: Connection,
  scope: number,
  push: Buffer,
  { author, via, sourceCommit }: Omit<WriteMark, 'call'>,
): Promise<Map<string, number>> {
  return told(db, scope, PUSHED, [author, via, sourceCommit ?? null, push]);
}

async function told(db: Connection, scope: number, statement: string, values: readonly unknown[]) {
  const writing = db.query<{ path: string; version: number }>(statement, [scope, ...values]);
  // Sent with the COMMIT: a worker looks at once.
  const notice = db.rows("SELECT pg_catalog.pg_notify('memora_note', $1::int::text)", [scope]);
  const [rows] = await Promise.all([writing, notice]);
  return new Map(rows.map(({ path, version }) => [path, version]));
}
