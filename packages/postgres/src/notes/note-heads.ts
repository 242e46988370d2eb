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

const WRITE = `
WITH input AS (
  SELECT * FROM unnest($2::text[], $3::bigint[], $4::bytea[], $5::bytea[], $6::boolean[], $7::bytea[])
    AS given (path, expected, hash, bytes, sealed, print)
), kept AS (
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
INSERT INTO memora.version (scope, path, version, hash, author, via, source_commit`;
const PLAIN = `${WRITE})
SELECT $1::int, path, version, hash, $8::text, $9::text, $10::text FROM moved
RETURNING path, version`;
// Its columns came with a later schema, and an older one takes what bears no key.
const CALLED = `${WRITE}, call, call_print)
SELECT $1::int, path, version, hash, $8::text, $9::text, $10::text, $11::bytea, $12::bytea FROM moved
RETURNING path, version`;

/** The heads of a scope, by path; those of deleted notes too. */
export function readHeads(db: Connection, scope: number): Promise<NoteHead[]> {
  return db.query<NoteHead>(
    'SELECT path, version, hash, print FROM memora.head WHERE scope = $1 ORDER BY path',
    [scope],
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
  const writing = db.query<{ path: string; version: number }>(call === undefined ? PLAIN : CALLED, [
    scope,
    writes.map(({ path }) => path),
    writes.map(({ expected }) => expected),
    writes.map(({ blob }) => blob?.hash ?? null),
    writes.map(({ blob }) => blob?.bytes ?? null),
    writes.map(({ blob }) => blob?.sealed ?? null),
    writes.map(({ blob }) => blob?.print ?? null),
    author,
    via,
    sourceCommit ?? null,
    ...(call === undefined ? [] : [call.key, call.print]),
  ]);
  // Sent with the COMMIT: a worker looks at once.
  const told = db.rows("SELECT pg_catalog.pg_notify('memora_note', $1::int::text)", [scope]);
  const [rows] = await Promise.all([writing, told]);
  return new Map(rows.map(({ path, version }) => [path, version]));
}
