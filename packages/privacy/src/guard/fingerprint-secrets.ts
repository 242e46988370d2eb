import { distinctiveTokens, looksRandom } from './distinctive-tokens.ts';
import { type CanonicalCodes, CODE_MASK, STARTS_TOKEN } from './encodings/canonical-codes.ts';
import { FIRST_UNSPACED } from './encodings/codes-of-character.ts';
import { shortEncodings } from './encodings/short-encodings.ts';
import type { SecretText } from './leak-guard.ts';
import type { SecretFilters } from './payload-reader.ts';
import { sensitiveFigures } from './sensitive-figures.ts';
import { createShingleHash, SHINGLE, type ShingleHash, setShingleBits, WINDOW } from './shingle-hash.ts';
import { createShingleTable, type ShingleTable } from './shingle-table.ts';
import {
  createTokenFilter,
  createTokenLengths,
  MAX_TOKEN,
  MIN_TOKEN,
  placeOfToken,
  setTokenBit,
} from './token-lengths.ts';

/** The length of the longest ordinary word. */
const MAX_WORD = 30;
const BITS_PER_SHINGLE = 16;
/** The size of the quick filter, which is small because every part of a payload is compared with it. */
const BITS_PER_SHINGLE_QUICK = 4;

/** The index of all secret text: hashes under keys of this process, no text. */
export interface SecretFingerprints extends SecretFilters {
  /** The winnowed shingles. */
  readonly shingles: ShingleTable;
  /** Bits of every shingle, for quick rejection. */
  readonly filter: Int32Array;
  /** Tokens and short texts, by hash; the first value is the length of the token. */
  readonly tokens: ShingleTable;
  readonly ids: readonly string[];
}

const encoder = new TextEncoder();

/**
 * Fingerprints secret texts. Text that also occurs in `open` is removed, because it is no leak; so is each single ordinary word, because a question may need
 * it.
 */
export async function fingerprintSecrets(
  secrets: AsyncIterable<SecretText> | Iterable<SecretText>,
  open: AsyncIterable<string> | Iterable<string>,
  randomWord: () => number,
  canonicalise: (bytes: Uint8Array) => CanonicalCodes,
): Promise<SecretFingerprints> {
  const hash = createShingleHash(randomWord);
  const shingles = createShingleTable();
  const tokens = createShingleTable();
  const ids: string[] = [];
  const numberById = new Map<string, number>();
  const tokenLengths = createTokenLengths();
  const tokenFilter = createTokenFilter();
  let filter = new Int32Array(1 << 10);
  let pending: number[] = [];
  let total = 0;

  const addToken = (codes: Uint8Array, length: number, owner: number): void => {
    if (length < MIN_TOKEN || length > MAX_TOKEN) return;
    const place = placeOfToken(codes, 0);
    tokenLengths[place] = (tokenLengths[place] as number) | (1 << (length - MIN_TOKEN));
    const whole = hash.second(codes, 0, length);
    setTokenBit(tokenFilter, whole);
    tokens.add(whole, length, owner);
  };

  const addText = (text: string, owner: number): void => {
    const { codes, length } = canonicalise(encoder.encode(text));
    addToken(codes, length, owner);
    const firsts = winnow(codes, length, hash, shingles, owner);
    total += firsts.length;
    for (const first of firsts) pending.push(first);
  };

  for await (const { id, text } of secrets) {
    let owner = numberById.get(id);
    if (owner === undefined) {
      owner = ids.push(id) - 1;
      numberById.set(id, owner);
    }
    if (isSyntax(text)) continue;
    addText(text, owner);
    const distinctive = [...new Set([...distinctiveTokens(text), ...sensitiveFigures(text)])];
    for (const token of distinctive) {
      const one = canonicalise(encoder.encode(token));
      addToken(one.codes, one.length, owner);
    }
    for (const short of new Set([text, ...distinctive])) {
      for (const encoded of shortEncodings(short)) addText(encoded, owner);
    }
  }
  let bits = 1 << 15;
  while (bits < total * BITS_PER_SHINGLE && bits < 1 << 28) bits *= 2;
  filter = new Int32Array(bits >>> 5);
  let words = 1 << 10;
  while (words * 32 < total * BITS_PER_SHINGLE_QUICK && words < 1 << 22) words *= 2;
  const shingleFilter = new Int32Array(words);
  for (const first of pending) {
    setFilterBits(filter, first);
    setShingleBits(shingleFilter, first);
  }
  pending = [];

  for await (const text of open) {
    const { codes, length } = canonicalise(encoder.encode(text));
    removeOpen(codes, length, { hash, shingles, filter, tokens, tokenLengths });
  }
  return {
    hash,
    shingles,
    filter,
    shingleFilter,
    tokens,
    tokenLengths,
    tokenFilter,
    ids,
  };
}

/** Words of request protocols. A line of a secret note with nothing else, such as a code fence, is not secret. */
const SYNTAX =
  /^[\s`~>|#*_=+-]*(?:json|ya?ml|text|user|role|model|type|system|content|assistant|messages?|bash|html|true|false|null|none)?[\s`~>|#*_=+:-]*$/iu;

function isSyntax(text: string): boolean {
  return text.length <= 40 && SYNTAX.test(text);
}

/** Adds the winnowed shingles of a text (Schleimer, Wilkerson, Aiken 2003: the rightmost minimal hash of every window). */
function winnow(
  codes: Uint8Array,
  length: number,
  hash: ShingleHash,
  shingles: ShingleTable,
  owner: number,
): Int32Array {
  const count = Math.max(0, length - SHINGLE + 1);
  const firsts = new Int32Array(count);
  for (let i = 0; i < count; i++) firsts[i] = hash.first(codes, i);
  const ordinary = ordinaryShingles(codes, length, count);
  let last = -1;
  for (let end = Math.min(WINDOW, count); end <= count; end++) {
    let least = -1;
    for (let i = Math.max(0, end - WINDOW); i < end; i++) {
      if (ordinary[i] === 1) continue;
      if (least === -1 || (firsts[i] as number) >>> 0 <= (firsts[least] as number) >>> 0) least = i;
    }
    if (least !== -1 && least !== last) {
      shingles.add(firsts[least] as number, hash.second(codes, least, SHINGLE), owner);
      last = least;
    }
    if (end === count) break;
  }
  return firsts;
}

/** 1 for each shingle inside one ordinary word. */
function ordinaryShingles(codes: Uint8Array, length: number, count: number): Uint8Array {
  const ordinary = new Uint8Array(count);
  for (let start = 0; start < length; ) {
    let end = start + 1;
    while (end < length && ((codes[end] as number) & STARTS_TOKEN) === 0) end++;
    if (end - start >= SHINGLE && end - start <= MAX_WORD && isOrdinaryWord(codes, start, end)) {
      ordinary.fill(1, start, end - SHINGLE + 1);
    }
    start = end;
  }
  return ordinary;
}

function isOrdinaryWord(codes: Uint8Array, start: number, end: number): boolean {
  let latin = '';
  for (let i = start; i < end; i++) {
    const code = (codes[i] as number) & CODE_MASK;
    if (code <= 10 || code >= FIRST_UNSPACED) return false;
    latin += code <= 36 ? String.fromCharCode(0x61 + code - 11) : ' ';
  }
  return !looksRandom(latin);
}

/** Removes from the tables what an open text contains. */
function removeOpen(
  codes: Uint8Array,
  length: number,
  known: Pick<SecretFingerprints, 'hash' | 'shingles' | 'filter' | 'tokens' | 'tokenLengths'>,
): void {
  for (let i = 0; i + SHINGLE <= length; i++) {
    const first = known.hash.first(codes, i);
    if (hasFilterBits(known.filter, first))
      known.shingles.remove(first, () => known.hash.second(codes, i, SHINGLE));
  }
  for (let i = 0; i + MIN_TOKEN <= length; i++) {
    if (((codes[i] as number) & STARTS_TOKEN) === 0) continue;
    for (const size of tokenSizes(known.tokenLengths, codes, length, i))
      known.tokens.remove(known.hash.second(codes, i, size), () => size);
  }
}

/** The possible lengths of a known token at `i`: one that begins with these four codes, and after which another token starts or the text ends. */
export function tokenSizes(
  tokenLengths: Uint16Array,
  codes: Uint8Array,
  length: number,
  i: number,
): readonly number[] {
  const lengths = tokenLengths[placeOfToken(codes, i)] as number;
  if (lengths === 0) return NO_SIZES;
  const sizes: number[] = [];
  for (let rest = lengths, size = MIN_TOKEN; rest !== 0; rest >>>= 1, size++) {
    if ((rest & 1) === 1 && endsToken(codes, length, i + size)) sizes.push(size);
  }
  return sizes;
}

const NO_SIZES: readonly number[] = [];

/** True if a token may end before `at`: at the end of the text, or before the start of another token. */
function endsToken(codes: Uint8Array, length: number, at: number): boolean {
  return at === length || (at < length && ((codes[at] as number) & STARTS_TOKEN) !== 0);
}

function setFilterBits(filter: Int32Array, first: number): void {
  const mask = (filter.length << 5) - 1;
  for (const bit of [first & mask, (Math.imul(first, 0x85ebca6b) >>> 3) & mask]) {
    filter[bit >>> 5] = (filter[bit >>> 5] as number) | (1 << (bit & 31));
  }
}

/** False if no secret has the shingle. */
export function hasFilterBits(filter: Int32Array, first: number): boolean {
  const mask = (filter.length << 5) - 1;
  const one = first & mask;
  if ((((filter[one >>> 5] as number) >>> (one & 31)) & 1) === 0) return false;
  const two = (Math.imul(first, 0x85ebca6b) >>> 3) & mask;
  return (((filter[two >>> 5] as number) >>> (two & 31)) & 1) === 1;
}
