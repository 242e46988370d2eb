import type { Connection } from '../connect/connection.ts';
import { ask } from '../queries/ask.ts';
import type { NoteBlob, StoredBlob } from './seal-blob.ts';

/** The current state of a note: its version, and the address of its bytes; no address if it was deleted. */
export interface NoteHead {
  readonly path: string;
  readonly version: number;
  readonly hash: Buffer | null;
  readonly print: Buffer | null;
}

/** A write that takes effect only if the note still has the version that the writer saw; 0 if it saw none. */
export interface NoteWrite {
  readonly path: string;
  readonly expected: number;
  /** Null deletes the note. */
  readonly blob: NoteBlob | null;
}

/** The writer, and the client used. */
interface WriteMark {
  readonly author: string;
  readonly via: string;
  readonly sourceCommit?: string | undefined;
  /** Identifies a repeated call, for a single note. */
  readonly call?: CallKey | undefined;
  readonly learned?: LearnedMark | undefined;
}

/** The entry of the learning log that a write makes; its operation is the `via` of the version. Ids and codes, no text. */
export interface LearnedMark {
  /** The memory that changes, then those that decided how. */
  readonly memories: readonly string[];
  readonly code: string;
}

/** A call under an idempotency key chosen by the caller. */
export interface CallKey {
  readonly key: Buffer;
  /** Digest of the request: the same key with another request is a mistake of the caller. */
  readonly print: Buffer;
}

const GIVEN = `SELECT * FROM unnest($4::text[], $5::bigint[], $6::bytea[], $7::bytea[], $8::boolean[], $9::bytea[])
    AS given (path, expected, hash, bytes, sealed, print)`;

/** The staged notes of a push, in place of parameters. */
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
const MARKED = write(GIVEN, [
  ', source_commit, call, call_print, memories, code',
  ', $10::text, $11::bytea, $12::bytea, $13::text, $14::text',
]);
const PUSHED = write(STAGED, [', source_commit', ', $4::text']);

/** Reads the heads of a scope by path, including deleted notes; at most `limit`, after `after`. */
export function readHeads(
  db: Connection,
  scope: number,
  { after = '', limit }: { readonly after?: string; readonly limit?: number } = {},
): Promise<NoteHead[]> {
  return ask(db, 'headsAfter', scope, after, limit ?? null);
}

/** Reads bytes of notes by address, unchecked: `openBlob` verifies them. */
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
 * Writes notes in one statement, each only if its head has not moved: bytes, head and version together or not at all. Returns the new versions by path;
 * missing paths had moved.
 */
export async function writeNotes(
  db: Connection,
  scope: number,
  writes: readonly NoteWrite[],
  { author, via, sourceCommit, call, learned }: WriteMark,
): Promise<Map<string, number>> {
  const isMarked = call !== undefined || learned !== undefined;
  return told(db, scope, isMarked ? MARKED : PLAIN, [
    author,
    via,
    writes.map(({ path }) => path),
    writes.map(({ expected }) => expected),
    writes.map(({ blob }) => blob?.hash ?? null),
    writes.map(({ blob }) => blob?.bytes ?? null),
    writes.map(({ blob }) => blob?.sealed ?? null),
    writes.map(({ blob }) => blob?.print ?? null),
    sourceCommit ?? null,
    ...(isMarked
      ? [call?.key ?? null, call?.print ?? null, learned?.memories.join(' ') ?? null, learned?.code ?? null]
      : []),
  ]);
}

/** Writes the staged notes of a push in the same way. */
export function writeStaged(
  db: Connection,
  scope: number,
  push: Buffer,
  { author, via, sourceCommit }: Omit<WriteMark, 'call' | 'learned'>,
): Promise<Map<string, number>> {
  return told(db, scope, PUSHED, [author, via, sourceCommit ?? null, push]);
}

async function told(db: Connection, scope: number, statement: string, values: readonly unknown[]) {
  const writing = db.query<{ path: string; version: number }>(statement, [scope, ...values]);
  // Sent with the COMMIT, so that a worker starts at once.
  const notice = db.rows("SELECT pg_catalog.pg_notify('memora_note', $1::int::text)", [scope]);
  const [rows] = await Promise.all([writing, notice]);
  return new Map(rows.map(({ path, version }) => [path, version]));
}
