import {
  addToHash,
  BOUND_WORD,
  EMPTY_HASH,
  FIGURE_WORD,
  FUNCTION_WORD,
  meaningOf,
  OPPOSITE_WORD,
  POLAR_WORD,
  UNIT_WORD,
} from './screen-words.ts';

/** Which comparisons a statement needs: those whose tokens do not plainly stand in the evidence as they do in the statement. */
export interface Screening {
  readonly figures: boolean;
  readonly names: boolean;
  readonly polarity: boolean;
}

const EVERYTHING: Screening = { figures: true, names: true, polarity: true };

/** Longer texts are compared in full. */
const MOST_CHUNKS = 512;

/** What stands between two spaces in one text, without punctuation at its ends. Filled anew for every text. */
interface Chunks {
  text: string;
  count: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Of the chunk in lower case. */
  readonly hashes: Int32Array;
  readonly kinds: Uint8Array;
  /** What its words mean, see `screenWords`. */
  readonly meanings: Uint8Array;
}

const DIGIT = 1;
const CAPITAL = 2;
/** A sign or a capital inside: may be an identifier. */
const MIXED = 4;
/** Starts as words do that deny by a prefix: `unsafe`. */
const PREFIXED = 8;

const said = emptyChunks();
const known = emptyChunks();
/** Chunks of the evidence by the end of their hash, one more than their index, the first of each hash. */
const SLOTS = 2048;
const places = new Int16Array(SLOTS);
const order: number[] = [];

/**
 * One cheap pass over both texts, so that most statements are compared in a microsecond. It only ever leaves out a comparison
 * that could find nothing: texts beyond ASCII and everything uncertain are compared in full.
 */
export function screenTokens(
  statement: string,
  evidence: readonly { readonly text: string }[],
  around: string,
): Screening {
  const text =
    evidence.length === 1 ? (evidence[0]?.text ?? '') : evidence.map((each) => each.text).join('\n');
  if (!readChunks(said, statement) || !readChunks(known, around === '' ? text : `${text}\n${around}`))
    return EVERYTHING;
  places.fill(0);
  let polarity = false;
  let figures = false;
  let names = false;
  let prefixed = false;
  for (let i = 0; i < known.count; i++) {
    const hash = known.hashes[i] as number;
    let slot = hash & (SLOTS - 1);
    while (places[slot] !== 0 && known.hashes[(places[slot] as number) - 1] !== hash)
      slot = (slot + 1) & (SLOTS - 1);
    if (places[slot] === 0) places[slot] = i + 1;
    const meaning = known.meanings[i] as number;
    if ((meaning & POLAR_WORD) !== 0) polarity = true;
    if ((meaning & FIGURE_WORD) !== 0) figures = true;
    if (i > 0 && isBounded(i)) figures = true;
    if (((known.kinds[i] as number) & PREFIXED) !== 0) prefixed = true;
  }
  order.length = 0;
  for (let i = 0; i < said.count; i++) {
    const place = placeOf(i);
    const kind = said.kinds[i] as number;
    const meaning = said.meanings[i] as number;
    if ((kind & DIGIT) !== 0) {
      if (
        !figureStands(i) ||
        mayHaveRate(i) ||
        (i > 0 && ((said.meanings[i - 1] as number) & BOUND_WORD) !== 0)
      )
        figures = true;
      if (place === -1) names = true;
    } else if ((kind & (CAPITAL | MIXED)) !== 0 && place === -1) names = true;
    if ((meaning & FIGURE_WORD) !== 0) figures = true;
    if ((meaning & POLAR_WORD) !== 0) polarity = true;
    if (place === -1 && (prefixed || (kind & PREFIXED) !== 0 || (meaning & OPPOSITE_WORD) !== 0))
      polarity = true;
    // A capital inside a sentence makes a name of `A`.
    if ((meaning & FUNCTION_WORD) === 0 || ((kind & CAPITAL) !== 0 && i > 0)) order.push(place);
  }
  return { figures, names, polarity: polarity || mayBeSwapped() };
}

/** A figure of the evidence behind a bound: `fewer than 40` is not 40. */
function isBounded(i: number): boolean {
  return ((known.kinds[i] as number) & DIGIT) !== 0 && ((known.meanings[i - 1] as number) & BOUND_WORD) !== 0;
}

/** Where a chunk of the statement stands in the evidence, whatever its case; -1 where nowhere. */
function placeOf(i: number): number {
  const hash = said.hashes[i] as number;
  let slot = hash & (SLOTS - 1);
  while (places[slot] !== 0 && known.hashes[(places[slot] as number) - 1] !== hash)
    slot = (slot + 1) & (SLOTS - 1);
  const place = (places[slot] as number) - 1;
  if (place === -1) return -1;
  const length = (said.ends[i] as number) - (said.starts[i] as number);
  return length === (known.ends[place] as number) - (known.starts[place] as number) && isSameWord(i, place)
    ? place
    : -1;
}

function isSameWord(i: number, place: number): boolean {
  const from = said.starts[i] as number;
  const shift = (known.starts[place] as number) - from;
  for (let k = from; k < (said.ends[i] as number); k++) {
    if (lower(said.text.charCodeAt(k)) !== lower(known.text.charCodeAt(k + shift))) return false;
  }
  return true;
}

/** True where the evidence has this figure with the same word behind it, be it a unit or a thing counted. */
function figureStands(i: number): boolean {
  const hash = said.hashes[i];
  for (let k = 0; k < known.count; k++) {
    if (known.hashes[k] === hash && isSameFigure(i, k) && wordBehind(said, i) === wordBehind(known, k))
      return true;
  }
  return false;
}

function isSameFigure(i: number, k: number): boolean {
  const from = said.starts[i] as number;
  const length = (said.ends[i] as number) - from;
  return (
    length === (known.ends[k] as number) - (known.starts[k] as number) &&
    said.text.startsWith(known.text.slice(known.starts[k], known.ends[k]), from)
  );
}

/** `40 litros por minuto`: a rate stands within four words behind its figure, and no list here has the words of every language for it. */
function mayHaveRate(i: number): boolean {
  for (let k = i + 1; k < Math.min(said.count, i + 5); k++) if (placeOf(k) === -1) return true;
  return false;
}

/** 0 for one that holds a sentence together. Any other may be a unit: no list here has those of every language. */
function wordBehind(chunks: Chunks, i: number): number {
  if (i + 1 >= chunks.count) return 0;
  const meaning = chunks.meanings[i + 1] as number;
  return (meaning & (UNIT_WORD | FUNCTION_WORD)) === FUNCTION_WORD ? 0 : (chunks.hashes[i + 1] as number);
}

/** All words stand in the evidence, and not in their order; or a word may stand there inflected. */
function mayBeSwapped(): boolean {
  if (order.length < 3) return false;
  let missing = 0;
  let descends = false;
  for (let i = 0; i < order.length; i++) {
    const place = order[i] as number;
    if (place === -1) missing++;
    // A word that stands twice is found at its first place.
    else if (i > 0 && place <= (order[i - 1] as number)) descends = true;
  }
  return missing > 0 ? missing * 4 <= order.length : descends;
}

function lower(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit;
}

function emptyChunks(): Chunks {
  return {
    text: '',
    count: 0,
    starts: new Int32Array(MOST_CHUNKS),
    ends: new Int32Array(MOST_CHUNKS),
    hashes: new Int32Array(MOST_CHUNKS),
    kinds: new Uint8Array(MOST_CHUNKS),
    meanings: new Uint8Array(MOST_CHUNKS),
  };
}

/** un-, in-, im-, il-, ir-, dis-, non-, ne- */
function mayDeny(text: string, start: number): boolean {
  const first = lower(text.charCodeAt(start));
  const second = lower(text.charCodeAt(start + 1));
  if (first === 0x69) return second === 0x6e || second === 0x6d || second === 0x6c || second === 0x72;
  if (first === 0x75) return second === 0x6e;
  if (first === 0x64) return second === 0x69 && lower(text.charCodeAt(start + 2)) === 0x73;
  if (first !== 0x6e) return false;
  return second === 0x65 || (second === 0x6f && lower(text.charCodeAt(start + 2)) === 0x6e);
}

/** Fills `chunks` with those of `text`; false where it is more than some plain ASCII words. */
function readChunks(chunks: Chunks, text: string): boolean {
  const { starts, ends, hashes, kinds, meanings } = chunks;
  let count = 0;
  let start = -1;
  let end = 0;
  let kind = 0;
  let hash = EMPTY_HASH;
  /** Hash of the part behind the last sign inside a chunk, and of the chunk up to its last letter or digit. */
  let part = EMPTY_HASH;
  let whole = EMPTY_HASH;
  let wholePart = EMPTY_HASH;
  let meaning = 0;
  for (let i = 0; i <= text.length; i++) {
    const unit = i === text.length ? 0x20 : text.charCodeAt(i);
    if (unit > 0x7e) return false;
    if (unit > 0x20) {
      const low = lower(unit);
      const digit = unit >= 0x30 && unit <= 0x39;
      const letter = low >= 0x61 && low <= 0x7a;
      const sign = SIGNS[unit] === 1;
      if (start === -1) {
        if (!digit && !letter && !sign) continue;
        start = i;
        kind = low === unit ? 0 : CAPITAL;
        hash = part = EMPTY_HASH;
        meaning = 0;
      } else if (low !== unit) kind |= MIXED;
      if (digit) kind |= DIGIT;
      hash = addToHash(hash, low);
      if (digit || letter || unit === 0x27) part = addToHash(part, low);
      else {
        // A part of a joined word: `twenty-two`.
        meaning |= meaningOf(part);
        part = EMPTY_HASH;
      }
      if (digit || letter || sign) {
        // Something stood between the letters before and this one.
        if (end > start && end < i) kind |= MIXED;
        end = i + 1;
        whole = hash;
        wholePart = part;
      }
      continue;
    }
    if (start === -1) continue;
    if (count === MOST_CHUNKS) return false;
    if (end - start > 5 && mayDeny(text, start)) kind |= PREFIXED;
    starts[count] = start;
    ends[count] = end;
    hashes[count] = whole;
    kinds[count] = kind;
    meaning |= meaningOf(whole);
    if (wholePart !== whole) meaning |= meaningOf(wholePart);
    // don't, isn't
    if (text.charCodeAt(end - 2) === 0x27 && text.charCodeAt(end - 1) === 0x74) meaning |= POLAR_WORD;
    // n'utilise
    if (lower(text.charCodeAt(start)) === 0x6e && text.charCodeAt(start + 1) === 0x27) meaning |= POLAR_WORD;
    meanings[count++] = meaning;
    start = -1;
  }
  chunks.text = text;
  chunks.count = count;
  return true;
}

/** Signs that belong to a figure: - + $ % ~ < > # */
const SIGNS = new Uint8Array(0x80);
for (const sign of '-+$%~<>#') SIGNS[sign.charCodeAt(0)] = 1;
