import { createPlainReader } from './create-plain-reader.ts';
import type { CanonicalCodes } from './encodings/canonical-codes.ts';
import { createKernelReader } from './kernel/create-kernel-reader.ts';
import type { ShingleHash } from './shingle-hash.ts';

/** Reads payloads for the guard: their codes, and the few places in them that are worth a closer look. */
export interface PayloadReader {
  /** The codes of a payload; the three searches below are about the payload of the last call. */
  readonly canonicalise: (bytes: Uint8Array) => CanonicalCodes;
  /** Says what {@link findShingles} and {@link findTokens} look for. */
  readonly lookFor: (filters: SecretFilters) => void;
  /** Each {@link WINDOW}th code at which a shingle may be one of a secret's. Good until the next call of anything here, as all lists. */
  readonly findShingles: () => Int32Array;
  /** Each code at which a token of a secret may begin. */
  readonly findTokens: () => Int32Array;
  /** Bytes of every run of {@link MIN_RUN} or more bytes that base64 and hex are made of; some of shorter runs too. */
  readonly findRuns: () => Int32Array;
}

/** What is known of the secrets for a quick no. None of them says yes. */
export interface SecretFilters {
  readonly hash: ShingleHash;
  /** Words by the low bits of a shingle's hash, two bits in each by its highest ten. A power of two of them. */
  readonly shingleFilter: Int32Array;
  /** By the hash of a token's first four codes, bits of the lengths that it may have. */
  readonly tokenLengths: Uint16Array;
  /** Bits by the highest nineteen of a token's hash. */
  readonly tokenFilter: Uint8Array;
}

/** Reads with 128-bit instructions where the runtime has them, else in JavaScript. Both find the same. */
export function createPayloadReader(): PayloadReader {
  return createKernelReader() ?? createPlainReader();
}
