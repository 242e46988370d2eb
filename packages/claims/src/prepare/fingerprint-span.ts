import type { Band, Blake3 } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';

/** 32 bytes: BLAKE3 of the bytes, keyed for secret ones. A secret span without a codec has none. */
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

/** By which a segment is known of which the ledger erases a claim, where it is not asked about again; null without a codec. */
export function fingerprintErased(bytes: Uint8Array, codec: SecretCodec | undefined): Buffer | null {
  return codec === undefined ? null : Buffer.from(codec.fingerprint(Buffer.concat([ERASED, bytes])), 'hex');
}

const COSTLY = Buffer.from('costly ');

/** By which a note that cost too much to read is known again; null without a codec: what could not be read may be secret. */
export function fingerprintCostly(bytes: Uint8Array, codec: SecretCodec | undefined): Buffer | null {
  return codec === undefined ? null : Buffer.from(codec.fingerprint(Buffer.concat([COSTLY, bytes])), 'hex');
}
