import { type Blake3, MemoraError } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { Connection } from '../connect/connection.ts';
import { ask, askOne } from '../queries/ask.ts';
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
  const key = Buffer.from(from.keyId, 'hex');
  const due = await askOne(db, 'nextSealedUpload', workspace, key, after.scope, after.id);
  if (due === undefined) return null;
  const pieces = await ask(db, 'piecesOf', due.scope, due.id);
  const moved = sealAgain(due, pieces, options);
  if (moved === null) return { due, isMoved: false };
  for (const { number, bytes } of moved.pieces) await ask(db, 'setPiece', bytes, due.scope, due.id, number);
  await ask(db, 'setUpload', moved.about, moved.named, moved.print, due.scope, due.id);
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
