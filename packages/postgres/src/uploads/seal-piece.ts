import type { SecretCodec } from '@memora/privacy';
import { teamError } from '../connect/team-error.ts';
import { KEY_ID_BYTES } from '../notes/seal-blob.ts';

/** The place of a sealed piece: the upload, and its number in it; 0 is the description of the upload. */
export interface PiecePlace {
  readonly upload: Buffer;
  readonly number: number;
}

const ID_BYTES = 16;
const HEAD_BYTES = ID_BYTES + 4;

/** Seals a piece of a document, whatever it contains, together with its place. In another place it can't be opened. */
export function sealPiece(bytes: Uint8Array, place: PiecePlace, codec: SecretCodec): Buffer {
  const text = Buffer.concat([headOf(place), bytes]).toString('latin1');
  return Buffer.concat([Buffer.from(codec.keyId, 'hex'), codec.encrypt(text)]);
}

/** Opens a piece. Throws `TEAM_KEY_MISSING` without its key, and `TEAM_BLOB_ALTERED` for changed bytes and for those of another place. */
export function openPiece(sealed: Buffer | null, place: PiecePlace, codec: SecretCodec | undefined): Buffer {
  if (sealed === null) throw altered();
  const keyId = sealed.subarray(0, KEY_ID_BYTES).toString('hex');
  if (codec?.keyId !== keyId)
    throw teamError(
      'TEAM_KEY_MISSING',
      `an upload is sealed under the key ${keyId}, and this program has ${codec === undefined ? 'none' : codec.keyId}`,
      'Name the file of the team’s key in MEMORA_TEAM_KEY_FILE. The upload stays until then.',
    );
  const opened = decrypt(sealed.subarray(KEY_ID_BYTES), codec);
  if (!opened.subarray(0, HEAD_BYTES).equals(headOf(place))) throw altered();
  return opened.subarray(HEAD_BYTES);
}

function decrypt(bytes: Buffer, codec: SecretCodec): Buffer {
  try {
    return Buffer.from(codec.decrypt(bytes), 'latin1');
  } catch (cause) {
    throw altered(cause);
  }
}

function headOf({ upload, number }: PiecePlace): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  upload.copy(head);
  head.writeUInt32BE(number, ID_BYTES);
  return head;
}

function altered(cause?: unknown) {
  return teamError(
    'TEAM_BLOB_ALTERED',
    'the bytes of an upload in the database are not those that were uploaded',
    'Somebody edited the row. Upload the document again, and find out who.',
    cause,
  );
}
