import { createHash } from 'node:crypto';
import type { Band } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { openPiece, sealPiece } from './seal-piece.ts';

/** A member's description of a document, with the server's data about the member's token. Sealed in the database. */
export interface UploadAbout {
  /** The name of the file, without folders. */
  readonly name: string;
  /** The folder of its notes in the scope. */
  readonly region?: string;
  readonly privacy?: Band;
  /** A format, an extension or a media type, for plain text. */
  readonly type?: string;
  /** Replaces notes even if a person's edits in them can't be determined. */
  readonly replace?: boolean;
  /** The groups in the token, and its expiry in milliseconds since 1970; the groups are valid until then. */
  readonly groups: readonly string[];
  readonly until: number | null;
}

export function sealAbout(about: UploadAbout, upload: Buffer, codec: SecretCodec): Buffer {
  return sealPiece(Buffer.from(JSON.stringify(about)), { upload, number: 0 }, codec);
}

/** Throws as `openPiece` does. */
export function openAbout(sealed: Buffer, upload: Buffer, codec: SecretCodec | undefined): UploadAbout {
  return JSON.parse(openPiece(sealed, { upload, number: 0 }, codec).toString('utf8'));
}

/** The folder for notes of documents if none was given. */
export const DEFAULT_REGION = 'ingested';

/** The keyed digest of a folder and a file name. A principal's documents with the same digest are read in order of arrival. */
export function printOfName({ region = DEFAULT_REGION, name }: UploadAbout, codec: SecretCodec): Buffer {
  return Buffer.from(codec.fingerprint(Buffer.from(`document named ${region}\n${name}`)), 'hex');
}

/**
 * The keyed digest of a waiting document, by which an erasure finds it. Its notes have the same digest,
 * because they name the hash of the original.
 */
export function printOfOriginal(originHash: string, codec: SecretCodec): Buffer {
  return Buffer.from(codec.fingerprint(Buffer.from(`document ${originHash}`)), 'hex');
}

/** The record that an erasure keeps of a document. It contains no key, so that it stays valid if the team changes its key. */
export function markOfOriginal(originHash: string): Buffer {
  return createHash('sha256').update(`document ${originHash}`).digest();
}
