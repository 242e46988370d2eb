import { randomBytes } from 'node:crypto';
import type { Blake3 } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';

/** What notes are hashed with. */
export interface NoteHashing {
  readonly hash: Blake3;
  readonly codec: SecretCodec | undefined;
}

/**
 * 32 bytes by which an unchanged note is known again: BLAKE3 of the file, keyed where any of it is secret, because a short
 * note can be guessed by its hash. Without a key such a note is never known again, and read at every run.
 */
export function hashNote(bytes: Uint8Array, secret: boolean, { hash, codec }: NoteHashing): Buffer {
  if (!secret) return Buffer.from(hash(bytes));
  return codec === undefined ? randomBytes(32) : Buffer.from(codec.fingerprint(bytes), 'hex');
}

/** True where a stored hash, 64 hex digits, is that of these bytes, under the key or without. */
export function isHashOfNote(stored: string, bytes: Uint8Array, { hash, codec }: NoteHashing): boolean {
  return stored === Buffer.from(hash(bytes)).toString('hex') || stored === codec?.fingerprint(bytes);
}
