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
