import { randomBytes } from 'node:crypto';
import type { SecretCodec } from '@memora/privacy';
import { teamError } from '../connect/team-error.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { checkNotePath } from '../notes/note-path.ts';
import { callFunction } from '../queries/call-function.ts';
import type { Acting } from '../team/members.ts';
import { openScope } from '../team/open-scope.ts';
import type { ScopeKind } from '../team/scopes.ts';
import { sealPiece } from './seal-piece.ts';
import {
  DEFAULT_REGION,
  markOfOriginal,
  printOfName,
  printOfOriginal,
  sealAbout,
  type UploadAbout,
} from './upload-about.ts';

export interface ReceiveUploadOptions extends Acting {
  readonly codec: SecretCodec | undefined;
  readonly kind: ScopeKind;
  readonly about: Omit<UploadAbout, 'groups'>;
  /** Bytes of the document. */
  readonly mostBytes: number;
  /** BLAKE3 of the document, piece by piece. */
  readonly hash: { readonly update: (piece: Uint8Array) => void; readonly digest: () => string };
}

/** An upload that waits for a worker. */
export interface ReceivedUpload {
  /** Hexadecimal digits. */
  readonly upload: string;
  readonly bytes: number;
}

/** Bytes of a piece, which is sealed and sent as a unit. */
const PIECE_BYTES = 524_288;
const LONGEST_NAME = 200;
const INVISIBLE = /[\p{Cc}\p{Cf}]/u;

/**
 * Receives a document piece by piece, seals each, and queues it for a worker. The rights of the principal are checked with every piece, and
 * each piece counts against the quotas at once. A failed upload leaves nothing behind. Throws `TEAM_KEY_MISSING`, `TEAM_RIGHTS_MISSING`,
 * `TEAM_QUOTA`, `TEAM_UPLOADS_FULL`, `NOTE_PATH_INVALID`, `NOTE_ERASED`, `DOCUMENT_TOO_LARGE`, `DOCUMENT_EMPTY`, and what `body` throws.
 */
export async function receiveUpload(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: ReceiveUploadOptions,
): Promise<ReceivedUpload> {
  const { source, principal, workspace, kind, mostBytes, hash } = options;
  const codec = keyOf(options);
  const about = checkAbout(options);
  const upload = randomBytes(16);
  const within = <Result>(work: Parameters<typeof transactionAs<Result>>[2]) =>
    transactionAs(source, { role: 'write', principal, workspace }, work);
  const scope = await within(async (db) => {
    const { id } = await openScope(db, kind, options);
    const said = [sealAbout(about, upload, codec), printOfName(about, codec)] as const;
    await callFunction(db, 'open_upload', id, upload, ...said);
    return id;
  });
  try {
    let [bytes, number] = [0, 0];
    for await (const piece of inPieces(body)) {
      bytes += piece.length;
      if (bytes > mostBytes) throw tooLarge(mostBytes);
      hash.update(piece);
      number++;
      const sealed = sealPiece(piece, { upload, number }, codec);
      await within((db) => callFunction(db, 'put_piece', scope, upload, number, sealed, piece.length));
    }
    if (bytes === 0) throw empty();
    const originHash = hash.digest();
    const prints = [printOfOriginal(originHash, codec), markOfOriginal(originHash)] as const;
    await within((db) => callFunction(db, 'queue_upload', scope, upload, number, ...prints));
    return { upload: upload.toString('hex'), bytes };
  } catch (error) {
    // If that fails too, a worker removes it within an hour.
    await within((db) => callFunction(db, 'drop_upload', upload)).catch(() => undefined);
    throw error;
  }
}

/** The body in pieces of one size, however it arrives. */
async function* inPieces(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body)
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + PIECE_BYTES - length);
      held.push(part);
      length += part.length;
      at += part.length;
      if (length < PIECE_BYTES) continue;
      yield Buffer.concat(held, length);
      [held, length] = [[], 0];
    }
  if (length > 0) yield Buffer.concat(held, length);
}

/** Checks a member's description of a document with the worker's rules, so that an invalid name is refused at once. */
function checkAbout({ about, principal }: ReceiveUploadOptions): UploadAbout {
  const { name, region = DEFAULT_REGION } = about;
  if (
    name === '' ||
    name.length > LONGEST_NAME ||
    INVISIBLE.test(name) ||
    name.includes('/') ||
    name.includes('\\')
  )
    throw teamError(
      'NOTE_PATH_INVALID',
      'the name of the document is empty, too long, or holds a folder or an invisible character',
      `Name the file alone, such as report.pdf, with at most ${LONGEST_NAME} characters.`,
    );
  if (INVISIBLE.test(region))
    throw teamError(
      'NOTE_PATH_INVALID',
      'the folder of the document holds an invisible character',
      'Write the name of the folder again by hand.',
    );
  // Every note of the folder would have this kind of path.
  checkNotePath(region === 'default' ? 'document.md' : `${region}/document.md`);
  return { ...about, groups: principal.groups ?? [] };
}

/** A document is sealed whatever it contains, because nobody has read it yet. */
function keyOf({ codec }: ReceiveUploadOptions): SecretCodec {
  if (codec !== undefined) return codec;
  throw teamError(
    'TEAM_KEY_MISSING',
    'a document waits sealed until it is read, and there is no key to seal it with',
    'Ask the operator of the server to set MEMORA_TEAM_KEY_FILE for it and for its workers.',
  );
}

function tooLarge(mostBytes: number) {
  return teamError(
    'DOCUMENT_TOO_LARGE',
    `the document has more than ${mostBytes} bytes`,
    'Split it, or ask the operator of the server to raise [team] document_megabytes.',
  );
}

function empty() {
  return teamError(
    'DOCUMENT_EMPTY',
    'the document has no bytes',
    'Send the file as the body of the request.',
  );
}
