import { randomBytes } from 'node:crypto';
import type { Blake3 } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';

/** The hash functions for notes. */
export interface NoteHashing {
  readonly hash: Blake3;
  readonly codec: SecretCodec | undefined;
}

/**
 * Returns the 32 bytes that recognise an unchanged note: BLAKE3 of the file, keyed if any part is secret, because a short note can be guessed from its hash.
 * Without a key such a note is read in every run.
 */
export function hashNote(bytes: Uint8Array, secret: boolean, { hash, codec }: NoteHashing): Buffer {
  if (!secret) return Buffer.from(hash(bytes));
  return codec === undefined ? randomBytes(32) : Buffer.from(codec.fingerprint(bytes), 'hex');
}

/** True if a stored hash, 64 hex digits, is the hash of these bytes, keyed or not. */
export function isHashOfNote(stored: string, bytes: Uint8Array, { hash, codec }: NoteHashing): boolean {
  return stored === Buffer.from(hash(bytes)).toString('hex') || stored === codec?.fingerprint(bytes);
}
