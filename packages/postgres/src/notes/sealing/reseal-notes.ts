import type { Blake3 } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { Connection, ConnectionSource } from '../../connect/connection.ts';
import { teamError } from '../../connect/team-error.ts';
import { inTransaction } from '../../connect/transaction-as.ts';
import { ask, askOne } from '../../queries/ask.ts';
import { ERASING } from '../../schema/erasure-functions.ts';
import { record as recordAct } from '../../team/members.ts';
import { resealUploads } from '../../uploads/reseal-uploads.ts';
import { openBlob, sealBytes } from '../seal-blob.ts';

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

/**
 * Reseals with a new key: every version of every note of the workspace and of the global scope, each text in a separate transaction. An interrupted run
 * can be continued. Workers read these notes again and publish their secret text under the new key. Throws `TEAM_KEY_MISSING` if something that names
 * the old key was not sealed with it, `TEAM_BLOB_ALTERED`, and `TEAM_SCOPE_UNKNOWN` if there is no such workspace.
 */
export async function resealNotes(options: ResealOptions): Promise<ResealReport> {
  const { source, workspace, from, to } = options;
  if (from.keyId === to.keyId)
    throw teamError(
      'TEAM_KEY_OTHER',
      'the old key and the new one are the same',
      'Name the new key in MEMORA_TEAM_KEY_FILE, and the old one with --old-key.',
    );
  const within = <Result>(work: (db: Connection) => Promise<Result>) =>
    inTransaction(source, 'BEGIN; SET LOCAL ROLE memora_owner', work);
  const record = (act: string, detail: object) => within((db) => recordAct(db, options, act, detail));
  const begun = await record('team reseal', { outcome: 'begun', from: from.keyId, to: to.keyId });
  if (!begun)
    throw teamError(
      'TEAM_SCOPE_UNKNOWN',
      `the database has no workspace ${JSON.stringify(workspace)}: nothing is resealed`,
      'Write the name in MEMORA_TEAM_WORKSPACE as it was given to `memora team init`.',
    );
  // From here on nothing is sealed with the old key, so resealed text stays resealed.
  await within((db) =>
    ask(db, 'useKey', workspace, Buffer.from(to.keyId, 'hex'), Buffer.from(from.keyId, 'hex')),
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
  const [blobs, uploads] = await within((db) =>
    Promise.all([
      askOne(db, 'countOtherBlobs', workspace, Buffer.from(to.keyId, 'hex')),
      askOne(db, 'countOtherUploads', workspace, Buffer.from(to.keyId, 'hex')),
    ]),
  );
  await record('team reseal', { outcome: 'ok', from: from.keyId, to: to.keyId, resealed });
  return { resealed, others: (blobs?.count ?? 0) + (uploads?.count ?? 0) };
}

/** Moves the next text; null if none is left. */
async function resealNext(
  db: Connection,
  { workspace, hash, from, to }: ResealOptions,
  after: Due,
): Promise<{ readonly due: Due; readonly isMoved: boolean } | null> {
  const key = Buffer.from(from.keyId, 'hex');
  const due = await askOne(db, 'nextSealedBlob', workspace, key, after.scope, after.hash);
  if (due === undefined) return null;
  const { scope } = due;
  // Locks out writes and erasures of these bytes. A text that was erased before this point is no longer read.
  await ask(db, 'lockOut', ERASING, scope);
  const blob = await askOne(db, 'blobToReseal', scope, due.hash);
  if (blob === undefined) return { due, isMoved: false };
  const made = sealBytes(openBlob(blob.path ?? '', blob, { hash, codec: from }), { hash, codec: to });
  await ask(db, 'addBlob', scope, made.hash, made.bytes, true);
  await ask(db, 'moveVersions', made.hash, scope, due.hash);
  await ask(db, 'moveHeads', made.hash, made.print, scope, due.hash);
  await ask(db, 'removeBlob', scope, due.hash);
  // Makes the next round check all notes.
  await ask(db, 'setNotesAt', null, scope);
  return { due, isMoved: true };
}
