import { createHash } from 'node:crypto';
import type { Band } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { openPiece, sealPiece } from './seal-piece.ts';

/** What a member says about a document, and what the server adds about the member's token. Sealed in the database. */
export interface UploadAbout {
  /** The name of the file, without folders. */
  readonly name: string;
  /** The folder of its notes in the scope. */
  readonly region?: string;
  readonly privacy?: Band;
  /** A format, an extension or a media type, for plain text. */
  readonly type?: string;
  /** Replaces notes whose edits can't be determined. */
  readonly replace?: boolean;
  /** The groups that the token named, and when it ends, in milliseconds since 1970: they count until then. */
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

/** The folder of the notes of documents for which none was named. */
export const DEFAULT_REGION = 'ingested';

/** The keyed digest of a folder and a file name: documents of one principal with the same one are read in the order in which they arrived. */
export function printOfName({ region = DEFAULT_REGION, name }: UploadAbout, codec: SecretCodec): Buffer {
  return Buffer.from(codec.fingerprint(Buffer.from(`document named ${region}\n${name}`)), 'hex');
}

/** The keyed digest of a document that waits, by which an erasure finds it; the same for its notes, which name the hash of the original. */
export function printOfOriginal(originHash: string, codec: SecretCodec): Buffer {
  return Buffer.from(codec.fingerprint(Buffer.from(`document ${originHash}`)), 'hex');
}

/** What an erasure keeps of a document. No key is in it, so that it still counts once the team has another key. */
export function markOfOriginal(originHash: string): Buffer {
  return createHash('sha256').update(`document ${originHash}`).digest();
}
