import { type Blake3, MemoraError } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { Connection } from '../connect/connection.ts';
import { KEY_ID_BYTES } from '../notes/seal-blob.ts';
import { openPiece, sealPiece } from './seal-piece.ts';
import { openAbout, printOfName, printOfOriginal, sealAbout } from './upload-about.ts';

interface ResealUploadsOptions {
  /** Runs a transaction as the owner of the tables. */
  readonly within: <Result>(work: (db: Connection) => Promise<Result>) => Promise<Result>;
  readonly workspace: string;
  readonly hash: Blake3;
  readonly from: SecretCodec;
  readonly to: SecretCodec;
}

/** An upload under the old key. */
interface DueUpload {
  readonly scope: number;
  readonly id: Buffer;
  readonly state: string;
  readonly about: Buffer;
}

const FIRST = { scope: 0, id: Buffer.alloc(0) };

/**
 * Seals the uploads of a workspace with a new key, each in its own transaction: the waiting ones, and the names
 * of ended ones. An upload whose row somebody edited is skipped. Returns the number of resealed uploads.
 */
export async function resealUploads(options: ResealUploadsOptions): Promise<number> {
  let resealed = 0;
  for (let after: Pick<DueUpload, 'scope' | 'id'> = FIRST; ; ) {
    const step = await options.within((db) => resealNext(db, options, after));
    if (step === null) return resealed;
    if (step.isMoved) resealed++;
    after = step.due;
  }
}

async function resealNext(
  db: Connection,
  options: ResealUploadsOptions,
  after: Pick<DueUpload, 'scope' | 'id'>,
): Promise<{ readonly due: DueUpload; readonly isMoved: boolean } | null> {
  const { workspace, from } = options;
  const [due] = await db.query<DueUpload>(
    `SELECT u.scope, u.id, u.state, u.about FROM memora.upload u JOIN memora.workspace w ON w.id = u.workspace
     WHERE w.name = $1 AND u.state <> 'arriving' AND substr(u.about, 1, ${KEY_ID_BYTES}) = decode($2, 'hex') AND (u.scope, u.id) > ($3::int, $4::bytea)
     ORDER BY u.scope, u.id LIMIT 1 FOR UPDATE OF u`,
    [workspace, from.keyId, after.scope, after.id],
  );
  if (due === undefined) return null;
  const pieces = await db.query<{ number: number; bytes: Buffer }>(
    'SELECT number, bytes FROM memora.upload_piece WHERE scope = $1 AND upload = $2 ORDER BY number',
    [due.scope, due.id],
  );
  const moved = sealAgain(due, pieces, options);
  if (moved === null) return { due, isMoved: false };
  const at = [due.scope, due.id];
  for (const { number, bytes } of moved.pieces)
    await db.rows(
      'UPDATE memora.upload_piece SET bytes = $4 WHERE scope = $1 AND upload = $2 AND number = $3',
      [...at, number, bytes],
    );
  await db.rows('UPDATE memora.upload SET about = $3, named = $4, print = $5 WHERE scope = $1 AND id = $2', [
    ...at,
    ...[moved.about, moved.named, moved.print],
  ]);
  return { due, isMoved: true };
}

/** The row and its pieces under the new key; null if they differ from the uploaded ones. */
function sealAgain(
  { id, state, about }: DueUpload,
  pieces: readonly { readonly number: number; readonly bytes: Buffer }[],
  { hash, from, to }: ResealUploadsOptions,
) {
  try {
    const said = openAbout(about, id, from);
    const opened = pieces.map(({ number, bytes }) => ({
      number,
      bytes: openPiece(bytes, { upload: id, number }, from),
    }));
    const originHash = Buffer.from(hash(Buffer.concat(opened.map(({ bytes }) => bytes)))).toString('hex');
    return {
      about: sealAbout(said, id, to),
      named: printOfName(said, to),
      print: state === 'waiting' ? printOfOriginal(originHash, to) : null,
      pieces: opened.map(({ number, bytes }) => ({
        number,
        bytes: sealPiece(bytes, { upload: id, number }, to),
      })),
    };
  } catch (error) {
    if (MemoraError.isInstance(error)) return null;
    throw error;
  }
}
