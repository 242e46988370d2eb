import { hashNote, hasSecret } from '@memora/claims/internal';
import type { Blake3 } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { parseNote } from '@memora/vault';
import { teamError } from '../connect/team-error.ts';

/** A note as the database stores it. */
export interface NoteBlob {
  /** BLAKE3 of `bytes`: its address. */
  readonly hash: Buffer;
  readonly bytes: Buffer;
  /** True if the bytes are encrypted because the note contains secret text: the key's id, then the ciphertext. */
  readonly sealed: boolean;
  /** For a sealed note, a keyed hash of its text, by which holders of the key recognise it. */
  readonly print: Buffer | null;
}

/** The hash and codec for storing notes. */
export interface Sealing {
  readonly hash: Blake3;
  readonly codec: SecretCodec | undefined;
}

/** Length in bytes of the key id before sealed bytes. */
export const KEY_ID_BYTES = 8;

/** Makes a blob of a note's bytes. Throws `TEAM_KEY_MISSING` if it contains secret text and there is no key. */
export function toBlob(path: string, bytes: Uint8Array, { hash, codec }: Sealing): NoteBlob {
  if (!hasSecret({ note: parseNote(bytes, { path }), bytes })) {
    const plain = Buffer.from(bytes);
    return { hash: Buffer.from(hash(plain)), bytes: plain, sealed: false, print: null };
  }
  if (codec === undefined)
    throw teamError(
      'TEAM_KEY_MISSING',
      `${JSON.stringify(path)} holds something secret, and there is no key to seal it with`,
      'Ask your administrator for the key of the team and name its file in MEMORA_TEAM_KEY_FILE, or capture the note through the server, which seals it.',
    );
  return sealBytes(bytes, { hash, codec });
}

/** Seals bytes whatever their content. */
export function sealBytes(
  bytes: Uint8Array,
  { hash, codec }: { readonly hash: Blake3; readonly codec: SecretCodec },
): NoteBlob {
  const encrypted = codec.encrypt(Buffer.from(bytes).toString('latin1'));
  const sealed = Buffer.concat([Buffer.from(codec.keyId, 'hex'), encrypted]);
  return {
    hash: Buffer.from(hash(sealed)),
    bytes: sealed,
    sealed: true,
    print: hashNote(bytes, true, { hash, codec }),
  };
}

/** A stored blob row. */
export interface StoredBlob {
  readonly hash: Buffer;
  readonly bytes: Buffer | null;
  readonly sealed: boolean;
}

/** Returns the note's bytes after checking them against their address. Throws `TEAM_BLOB_ALTERED`, and `TEAM_KEY_MISSING` for a sealed one. */
export function openBlob(path: string, blob: StoredBlob, { hash, codec }: Sealing): Buffer {
  if (blob.bytes === null || !Buffer.from(hash(blob.bytes)).equals(blob.hash))
    throw teamError(
      'TEAM_BLOB_ALTERED',
      `the bytes of ${JSON.stringify(path)} in the database are not those that were pushed`,
      'Somebody edited the row. Push the note again from a folder that has it, and find out who.',
    );
  if (!blob.sealed) return blob.bytes;
  if (codec === undefined)
    throw teamError(
      'TEAM_KEY_MISSING',
      `${JSON.stringify(path)} is sealed, and there is no key to open it with`,
      'Name the file of the team’s key in MEMORA_TEAM_KEY_FILE.',
    );
  const keyId = blob.bytes.subarray(0, KEY_ID_BYTES).toString('hex');
  try {
    return Buffer.from(codec.decrypt(blob.bytes.subarray(KEY_ID_BYTES)), 'latin1');
  } catch (cause) {
    throw teamError(
      'TEAM_KEY_MISSING',
      `${JSON.stringify(path)} is sealed under the key ${keyId}, and yours is ${codec.keyId}`,
      'Name the file of the team’s key in MEMORA_TEAM_KEY_FILE.',
      cause,
    );
  }
}

/** True if a head has exactly these bytes. */
export function isSameNote(
  head: { readonly hash: Buffer | null; readonly print: Buffer | null },
  bytes: Uint8Array,
  { hash, codec }: Sealing,
): boolean {
  if (head.hash === null) return false;
  if (head.print === null) return head.hash.equals(Buffer.from(hash(bytes)));
  return codec !== undefined && head.print.equals(hashNote(bytes, true, { hash, codec }));
}
