import type { Band, Blake3 } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';

/** Returns 32 bytes: BLAKE3 of the bytes, keyed for secret ones. A secret span without a codec has none. */
export function fingerprintSpan(
  bytes: Uint8Array,
  band: Band,
  hash: Blake3,
  codec: SecretCodec | undefined,
): Buffer | null {
  if (band === 'secret') return codec === undefined ? null : Buffer.from(codec.fingerprint(bytes), 'hex');
  return Buffer.from(hash(bytes));
}

const ERASED = Buffer.from('erased ');

/** Returns the fingerprint that recognises a segment with an erased claim, so that it is not extracted again; null without a codec. */
export function fingerprintErased(bytes: Uint8Array, codec: SecretCodec | undefined): Buffer | null {
  return codec === undefined ? null : Buffer.from(codec.fingerprint(Buffer.concat([ERASED, bytes])), 'hex');
}

const COSTLY = Buffer.from('costly ');

/** Returns the fingerprint that recognises a note that was too expensive to read; null without a codec, because unread text may be secret. */
export function fingerprintCostly(bytes: Uint8Array, codec: SecretCodec | undefined): Buffer | null {
  return codec === undefined ? null : Buffer.from(codec.fingerprint(Buffer.concat([COSTLY, bytes])), 'hex');
}
