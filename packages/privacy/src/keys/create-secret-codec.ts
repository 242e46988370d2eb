import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { keyedFingerprint } from '@memora/core';
import { blake3 } from '@noble/hashes/blake3.js';
import { PrivacyError } from '../privacy-error.ts';
import type { SecretCodec } from './secret-codec.ts';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Ciphertext lengths are multiples of this, so they reveal neither the length of a short secret nor whether it has a date. */
const PADDING = 256;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The codec of a 32-byte key: AES-256-GCM (random 96-bit nonce) and keyed BLAKE3, each under its own key derived by HKDF-SHA-256. `ledgerKey` is the user's
 * own, if it is not that of the vault. Throws `RangeError` for a key of another length.
 */
export function createSecretCodec(key: Uint8Array, ledgerKey: Uint8Array = key): SecretCodec {
  for (const { length } of [key, ledgerKey])
    if (length !== 32) throw new RangeError(`a key has 32 bytes, received ${length}`);
  const derive = (purpose: string, from = key): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', from, new Uint8Array(0), `memora:${purpose}:v1`, 32));
  // Created once: converting the bytes to a key for each text takes longer than encrypting it.
  const encryptionKey = createSecretKey(derive('encrypt'));
  const fingerprintKey = derive('fingerprint');
  const tokenKey = derive('token');
  const markKey = derive('ledger', ledgerKey);
  const markKeyId = Buffer.from(derive('ledger-id', ledgerKey).subarray(0, 4)).toString('hex');
  return {
    keyId: Buffer.from(derive('key-id').subarray(0, 8)).toString('hex'),
    claimIdKey: derive('claim-id'),
    fingerprint: (bytes) => keyedFingerprint(bytes, fingerprintKey),
    ledgerMark: (bytes) => `${markKeyId}.${keyedFingerprint(bytes, markKey).slice(0, 32)}`,
    encrypt: (text) => encrypt(text, encryptionKey),
    decrypt: (bytes) => decrypt(bytes, encryptionKey),
    hashToken: (token) => toTerm(blake3(encoder.encode(token), { key: tokenKey })),
  };
}

function encrypt(text: string, key: KeyObject): Uint8Array {
  const plain = encoder.encode(text);
  const padded = new Uint8Array(Math.ceil((plain.length + 4) / PADDING) * PADDING);
  new DataView(padded.buffer).setUint32(0, plain.length);
  padded.set(plain, 4);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Uint8Array.of(VERSION));
  return new Uint8Array(
    Buffer.concat([
      Uint8Array.of(VERSION),
      nonce,
      cipher.update(padded),
      cipher.final(),
      cipher.getAuthTag(),
    ]),
  );
}

function decrypt(bytes: Uint8Array, key: KeyObject): string {
  try {
    if (bytes[0] !== VERSION || bytes.length < 1 + NONCE_BYTES + TAG_BYTES) throw new RangeError('not ours');
    const body = bytes.subarray(1 + NONCE_BYTES, bytes.length - TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE_BYTES));
    decipher.setAAD(Uint8Array.of(VERSION));
    decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
    const padded = new Uint8Array(Buffer.concat([decipher.update(body), decipher.final()]));
    const length = new DataView(padded.buffer, padded.byteOffset).getUint32(0);
    return decoder.decode(padded.subarray(4, 4 + length));
  } catch {
    throw new PrivacyError('a secret value cannot be read with the key of this vault', {
      code: 'KEY_MISMATCH',
      hint: 'Index the vault again: this reads secret claims from the notes again.',
    });
  }
}

function toTerm(digest: Uint8Array): string {
  let value = 0n;
  for (const byte of digest.subarray(0, 14)) value = (value << 8n) | BigInt(byte);
  return value.toString(36).padStart(22, '0');
}
