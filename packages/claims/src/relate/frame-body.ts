import type { SecretCodec } from '@memora/privacy';
import { shortHash } from '../prepare/short-hash.ts';
import type { StoredFrame } from './stored-frame.ts';

/** What stands before the encrypted frame of a secret claim. */
const SEALED = 'sealed:';

/** A frame as its row holds it: readable JSON, or encrypted for a secret claim. */
export function sealBody(frame: StoredFrame, codec: Pick<SecretCodec, 'encrypt'>): string {
  return `${SEALED}${Buffer.from(codec.encrypt(JSON.stringify(frame))).toString('base64')}`;
}

/** A frame that was read. */
export interface OpenedBody {
  /** The frame's JSON: the same for the same statement, sealed or not. */
  readonly text: string;
  readonly sealed: boolean;
}

/** Reads stored frames; null for one that this key does not open, which then meets no other claim. */
export function createBodyReader(codec: SecretCodec | undefined): (body: string) => OpenedBody | null {
  return (body) => {
    if (!body.startsWith(SEALED)) return { text: body, sealed: false };
    if (codec === undefined) return null;
    try {
      return { text: codec.decrypt(Buffer.from(body.slice(SEALED.length), 'base64')), sealed: true };
    } catch {
      return null;
    }
  };
}

/**
 * Hashes what a frame is found under. A secret one is hashed with the key, because a plain hash of a short text can be guessed;
 * secret claims therefore meet each other and nobody else.
 */
export function createKeyHash(
  codec: SecretCodec | undefined,
  { sealed }: OpenedBody,
): (text: string) => number {
  if (!sealed || codec === undefined) return shortHash;
  return (text) => shortHash(codec.hashToken(`frame ${text}`));
}
