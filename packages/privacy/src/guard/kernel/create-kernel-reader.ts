import { createPlainReader } from '../create-plain-reader.ts';
import { CODE_MASK } from '../encodings/canonical-codes.ts';
import { codesOfCharacter, KNOWN } from '../encodings/codes-of-character.ts';
import { decodeEscape, escapeResult } from '../encodings/decode-escape.ts';
import type { PayloadReader, SecretFilters } from '../payload-reader.ts';
import { SHINGLE } from '../shingle-hash.ts';
import { type GuardKernel, instantiateGuardKernel } from './instantiate-guard-kernel.ts';

/** The layout of the kernel's memory; all but the last are in `scripts/guard-kernel.wat` too. */
const STATE = 4096;
const TOKEN_LENGTHS = 8_192;
const CHARACTERS = 139_264;
const TOKEN_FILTER = 401_408;
const STAGE = 466_960;
/** Bytes of a payload that are read at a time, so that they and their codes stay in the processor's nearest cache. */
const STAGED = 16_384;
const SHINGLE_FILTER = 487_424;
const PAGE = 65_536;
/** The bytes past an end that the kernel may read or write. */
const SLACK = 64;
/** Larger payloads are read in JavaScript, because the kernel's memory never shrinks. */
const MAX_PAYLOAD = 1 << 24;

/** A reader whose loops over all bytes run in WebAssembly, or null if the runtime has none. */
export function createKernelReader(): PayloadReader | null {
  const kernel = instantiateGuardKernel();
  return kernel === null ? null : readWith(kernel);
}

function readWith(kernel: GuardKernel): PayloadReader {
  const { memory } = kernel;
  const plain = createPlainReader();
  let filters: SecretFilters | null = null;
  let mask = 0;
  /** Whether the last payload was read here, and the positions of its codes and results. */
  let isHere = true;
  let bytes = viewOf(memory.buffer);
  let state = new Int32Array(memory.buffer, STATE, 2);
  let characters = new Int32Array(memory.buffer, CHARACTERS, 1 << 16);
  let codesAt = SHINGLE_FILTER;
  let bitsAt = codesAt;
  let runsAt = codesAt;
  let placesAt = codesAt;
  let length = 0;
  let runs = 0;
  writeShuffles(bytes);

  const reserve = (end: number): void => {
    if (end <= bytes.length) return;
    memory.grow(Math.ceil((end + (end >> 2) - bytes.length) / PAGE));
    bytes = viewOf(memory.buffer);
    state = new Int32Array(memory.buffer, STATE, 2);
    characters = new Int32Array(memory.buffer, CHARACTERS, 1 << 16);
  };
  const listOf = (count: number): Int32Array => new Int32Array(memory.buffer, placesAt, count);

  return {
    lookFor: (wanted) => {
      filters = wanted;
      plain.lookFor(wanted);
      const { shingleFilter, tokenLengths, tokenFilter } = wanted;
      mask = shingleFilter.length - 1;
      codesAt = SHINGLE_FILTER + shingleFilter.byteLength;
      reserve(codesAt);
      new Int32Array(memory.buffer, SHINGLE_FILTER, shingleFilter.length).set(shingleFilter);
      bytes.set(tokenFilter, TOKEN_FILTER);
      new Uint16Array(memory.buffer, TOKEN_LENGTHS, tokenLengths.length).set(tokenLengths);
    },
    canonicalise: (payload) => {
      isHere = payload.length <= MAX_PAYLOAD;
      if (!isHere) return plain.canonicalise(payload);
      // Two or more bytes of UTF-8 give at most four codes, all others one.
      const capacity = 2 * payload.length;
      bitsAt = alignedAfter(codesAt + capacity + SLACK);
      runsAt = alignedAfter(bitsAt + (capacity >> 3) + SLACK);
      placesAt = alignedAfter(runsAt + payload.length + SLACK);
      reserve(placesAt + 4 * capacity + SLACK);
      runs = 0;
      let out = codesAt;
      let starts = 1;
      for (let from = 0; from < payload.length; ) {
        const size = Math.min(STAGED, payload.length - from);
        const last = STAGE + Math.min(size + SLACK, payload.length - from);
        const end = STAGE + size;
        bytes[STAGE - 1] = from === 0 ? 0 : (payload[from - 1] as number);
        bytes.set(payload.subarray(from, from + last - STAGE), STAGE);
        bytes.fill(0, last, last + SLACK);
        runs += kernel.findRuns(STAGE, last, from, runsAt + 4 * runs);
        let at = STAGE;
        while (at < end) {
          at = kernel.canonicalise(at, end, last, out, starts);
          out = state[0] as number;
          starts = state[1] as number;
          if (at >= end) break;
          // Escapes seldom occur alone, so the next one is read here too, without a call to the kernel.
          do {
            at = STAGE - from + decodeEscape(payload, at - STAGE + from);
            const { character } = escapeResult;
            const packed = character < 0 ? 0 : codesOfCharacter(character);
            if (character >= 0x80 && character < 0x10000) characters[character] = packed | KNOWN;
            if (character < 0 || (packed >>> 24 === 0 && (packed & 1) === 0)) starts = 1;
            for (let count = packed >>> 24, rest = packed; count > 0; count--, rest >>>= 6) {
              bytes[out++] = (rest & CODE_MASK) | (starts << 7);
              starts = 0;
            }
          } while (at < end && isEscape(bytes[at] as number));
        }
        // The part between `last` and `at` was not searched for runs. Only an escape can reach that far. One
        // of backslashes or of `%25` is part of a run that `last` cuts after its first 24 bytes; one of
        // `&amp;` contains no run.
        from += at - STAGE;
      }
      length = out - codesAt;
      return { codes: bytes.subarray(codesAt, codesAt + capacity), length };
    },
    findShingles: () => {
      if (filters === null || !isHere) return plain.findShingles();
      const last = length - SHINGLE;
      return listOf(kernel.findShingles(codesAt, last, ...filters.hash.keys, SHINGLE_FILTER, mask, placesAt));
    },
    findTokens: () => {
      if (filters === null || !isHere) return plain.findTokens();
      const end = codesAt + length;
      bytes.fill(0, end, end + SLACK);
      // The end of the text ends a token, like the start of the next one.
      bytes[end] = 0x80;
      return listOf(kernel.findTokens(codesAt, length, ...filters.hash.tokenKeys, bitsAt, placesAt));
    },
    findRuns: () => (isHere ? new Int32Array(memory.buffer, runsAt, runs) : plain.findRuns()),
  };
}

/** One of `\\`, `%` and `&`. */
function isEscape(byte: number): boolean {
  return byte === 0x5c || byte === 0x25 || byte === 0x26;
}

function viewOf(buffer: ArrayBuffer): Uint8Array {
  return new Uint8Array(buffer);
}

function alignedAfter(at: number): number {
  return Math.ceil(at / 16) * 16;
}

/** For each set of kept bytes among eight, their positions; the same for the upper eight of sixteen. */
function writeShuffles(bytes: Uint8Array): void {
  for (let kept = 0; kept < 256; kept++) {
    let count = 0;
    for (let i = 0; i < 8; i++) {
      if (((kept >> i) & 1) === 0) continue;
      bytes[kept * 8 + count] = i;
      bytes[2_048 + kept * 8 + count] = i + 8;
      count++;
    }
  }
}
