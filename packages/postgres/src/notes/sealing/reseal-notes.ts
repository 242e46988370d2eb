import type { Blake3 } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { Connection, ConnectionSource } from '../../connect/connection.ts';
import { teamError } from '../../connect/team-error.ts';
import { inTransaction } from '../../connect/transaction-as.ts';
import { ERASING } from '../../schema/erasure-functions.ts';
import { resealUploads } from '../../uploads/reseal-uploads.ts';
import { KEY_ID_BYTES, openBlob, type StoredBlob, sealBytes } from '../seal-blob.ts';

/** Options of resealing. The source must be the database administrator's, as for `initTeam`. */
export interface ResealOptions {
  readonly source: ConnectionSource;
  readonly workspace: string;
  /** Recorded in the audit. */
  readonly principal: { readonly name: string };
  readonly hash: Blake3;
  readonly from: SecretCodec;
  readonly to: SecretCodec;
}

/** The number of texts moved to the new key. */
export interface ResealReport {
  /** Sealed texts that are now under the new key, including earlier versions, and uploads. */
  readonly resealed: number;
  /**
   * Sealed texts and uploads that are not under the new key: those sealed under a third key, and uploads
   * whose row somebody edited. They are left unchanged.
   */
  readonly others: number;
}

/** A text under the old key, in a scope of the workspace or in the global scope. */
interface Due {
  readonly scope: number;
  readonly hash: Buffer;
}

const FIRST: Due = { scope: 0, hash: Buffer.alloc(0) };
const OF_WORKSPACE = `SELECT s.id FROM memora.scope s JOIN memora.workspace w ON w.id = s.workspace WHERE w.name IN ($1, '@global')`;
const KEY_OF = `substr(b.bytes, 1, ${KEY_ID_BYTES})`;

/**
 * Reseals with a new key: every version of every note of the workspace and of the global scope, each text in a separate transaction. An interrupted run
 * can be continued. Workers read these notes again and publish their secret text under the new key. Throws `TEAM_KEY_MISSING` if something that names
 * the old key was not sealed with it, `TEAM_BLOB_ALTERED`, and `TEAM_SCOPE_UNKNOWN` if there is no such workspace.
 */
export async function resealNotes(options: ResealOptions): Promise<ResealReport> {
  const { source, workspace, principal, from, to } = options;
  if (from.keyId === to.keyId)
    throw teamError(
      'TEAM_KEY_OTHER',
      'the old key and the new one are the same',
      'Name the new key in MEMORA_TEAM_KEY_FILE, and the old one with --old-key.',
    );
  const within = <Result>(work: (db: Connection) => Promise<Result>) =>
    inTransaction(source, 'BEGIN; SET LOCAL ROLE memora_owner', work);
  const record = (act: string, detail: object) =>
    within((db) =>
      db.query(
        'INSERT INTO memora.audit (workspace, principal, act, detail) SELECT id, $2, $3, $4::jsonb FROM memora.workspace WHERE name = $1 RETURNING sequence',
        [workspace, principal.name, act, JSON.stringify(detail)],
      ),
    );
  const begun = await record('team reseal', { outcome: 'begun', from: from.keyId, to: to.keyId });
  if (begun.length === 0)
    throw teamError(
      'TEAM_SCOPE_UNKNOWN',
      `the database has no workspace ${JSON.stringify(workspace)}: nothing is resealed`,
      'Write the name in MEMORA_TEAM_WORKSPACE as it was given to `memora team init`.',
    );
  // From here on nothing is sealed with the old key, so resealed text stays resealed.
  await within((db) =>
    db.rows(
      `UPDATE memora.workspace SET seal_key = decode($2, 'hex') WHERE name = $1 OR (name = '@global' AND seal_key IN (decode($2, 'hex'), decode($3, 'hex')))`,
      [workspace, to.keyId, from.keyId],
    ),
  );
  const step = (after: Due) => within((db) => resealNext(db, options, after));
  let resealed = 0;
  // A push that began under the old key may finish later, so repeat until none is left.
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (let next = await step(FIRST); next !== null; next = await step(next.due)) {
      if (!next.isMoved) continue;
      resealed++;
      isMore = true;
    }
  }
  resealed += await resealUploads({ within, workspace, hash: options.hash, from, to });
  const [row] = await within((db) =>
    db.query<{ others: number }>(
      `SELECT (SELECT count(*) FROM memora.blob b WHERE b.scope IN (${OF_WORKSPACE}) AND b.sealed AND ${KEY_OF} <> decode($2, 'hex'))::int
       + (SELECT count(*) FROM memora.upload u JOIN memora.workspace w ON w.id = u.workspace WHERE w.name = $1 AND u.state NOT IN ('arriving', 'withdrawn')
         AND substr(u.about, 1, ${KEY_ID_BYTES}) <> decode($2, 'hex'))::int AS others`,
      [workspace, to.keyId],
    ),
  );
  await record('team reseal', { outcome: 'ok', from: from.keyId, to: to.keyId, resealed });
  return { resealed, others: row?.others ?? 0 };
}

/** Moves the next text; null if none is left. */
async function resealNext(
  db: Connection,
  { workspace, hash, from, to }: ResealOptions,
  after: Due,
): Promise<{ readonly due: Due; readonly isMoved: boolean } | null> {
  const [due] = await db.query<Due>(
    `SELECT b.scope, b.hash FROM memora.blob b WHERE b.scope IN (${OF_WORKSPACE}) AND b.sealed AND ${KEY_OF} = decode($2, 'hex') AND (b.scope, b.hash) > ($3::int, $4::bytea)
     ORDER BY b.scope, b.hash LIMIT 1`,
    [workspace, from.keyId, after.scope, after.hash],
  );
  if (due === undefined) return null;
  const { scope } = due;
  // Locks out writes and erasures of these bytes. A text that was erased before this point is no longer read.
  await db.rows('SELECT pg_advisory_xact_lock($1, $2)', [ERASING, scope]);
  const [blob] = await db.query<StoredBlob & { readonly path: string }>(
    `SELECT b.hash, b.bytes, b.sealed, coalesce((SELECT v.path FROM memora.version v WHERE v.scope = b.scope AND v.hash = b.hash LIMIT 1), '') AS path
     FROM memora.blob b WHERE b.scope = $1 AND b.hash = $2`,
    [scope, due.hash],
  );
  if (blob === undefined) return { due, isMoved: false };
  const made = sealBytes(openBlob(blob.path, blob, { hash, codec: from }), { hash, codec: to });
  const moved = [scope, due.hash, made.hash];
  await db.rows('INSERT INTO memora.blob (scope, hash, bytes, sealed) VALUES ($1, $2, $3, true)', [
    scope,
    made.hash,
    made.bytes,
  ]);
  await db.rows('UPDATE memora.version SET hash = $3 WHERE scope = $1 AND hash = $2', moved);
  await db.rows(
    'UPDATE memora.head SET hash = $3, print = $4, changed = pg_current_xact_id() WHERE scope = $1 AND hash = $2',
    [...moved, made.print],
  );
  await db.rows('DELETE FROM memora.blob WHERE scope = $1 AND hash = $2', [scope, due.hash]);
  // Makes the next round check all notes.
  await db.rows('UPDATE memora.scope SET notes_at = NULL WHERE id = $1', [scope]);
  return { due, isMoved: true };
}
