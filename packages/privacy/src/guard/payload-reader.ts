import { createPlainReader } from './create-plain-reader.ts';
import type { CanonicalCodes } from './encodings/canonical-codes.ts';
import { createKernelReader } from './kernel/create-kernel-reader.ts';
import type { ShingleHash } from './shingle-hash.ts';

/** Reads payloads for the guard: their codes, and the few places that need a closer look. */
export interface PayloadReader {
  /** The codes of a payload. The three searches below are about the payload of the last call. */
  readonly canonicalise: (bytes: Uint8Array) => CanonicalCodes;
  /** Sets the filters of {@link findShingles} and {@link findTokens}. */
  readonly lookFor: (filters: SecretFilters) => void;
  /** Every {@link WINDOW}th code at which a shingle of a secret may start. Like all lists here, it is valid until the next call. */
  readonly findShingles: () => Int32Array;
  /** Each code at which a token of a secret may begin. */
  readonly findTokens: () => Int32Array;
  /** A byte of every run of {@link MIN_RUN} or more base64 or hex bytes, and of some shorter runs. */
  readonly findRuns: () => Int32Array;
}

/** Filters of the secrets for quick rejection. A hit in one of them proves nothing. */
export interface SecretFilters {
  readonly hash: ShingleHash;
  /** Words indexed by the low bits of a shingle's hash, with two bits in each by its highest ten. Their number is a power of two. */
  readonly shingleFilter: Int32Array;
  /** The possible lengths of tokens as bits, by the hash of a token's first four codes. */
  readonly tokenLengths: Uint16Array;
  /** Bits indexed by the highest nineteen bits of a token's hash. */
  readonly tokenFilter: Uint8Array;
}

/** Reads with 128-bit instructions if the runtime has them, otherwise in JavaScript. Both find the same. */
export function createPayloadReader(): PayloadReader {
  return createKernelReader() ?? createPlainReader();
}
