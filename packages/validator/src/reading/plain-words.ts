/*
 * The words of plain ASCII texts as numbers: each different word has one, so that two texts are compared without making strings of
 * their words. Numbers are given out anew once too many words were seen.
 */

const MOST_WORDS = 20_000;
/** A text may bring more words than are kept, and no more than that. */
export const MOST_IDS = 32_768;
/** Slots, a power of two above the number of words. */
const SLOTS = 65_536;

let slots: Int32Array | undefined;
let words: string[] = [];
/** Numbers of words that were read in another round mean nothing. */
let round = 0;

/** The words of a text in order. */
export interface PlainWords {
  readonly ids: readonly number[];
  readonly round: number;
}

/** Starts a round: numbers of earlier rounds are given up once there are too many. Gives the number of the round. */
export function plainRound(): number {
  if (words.length >= MOST_WORDS) {
    words = [];
    slots?.fill(0);
    round++;
  }
  return round;
}

/** True where the numbers still mean what they did when the words were read. */
export function isOfThisRound({ round: own }: PlainWords): boolean {
  return own === round;
}

/** The word of a number, in lower case. */
export function plainWord(id: number): string {
  return words[id] as string;
}

/** Reads the words of a plain text; `null` where it has letters beyond ASCII, or more different words than there are numbers for. */
export function readPlainWords(text: string): PlainWords | null {
  // A statement is read for its clauses first and then for its drift, with its stop.
  if (last !== null && last.words.round === round && isBut(text, last.text)) return last.words;
  const words = readWords(text);
  if (words !== null) last = { text, words };
  return words;
}

let last: { readonly text: string; readonly words: PlainWords } | null = null;

/** True where a text is another one, or that and a full stop. */
function isBut(text: string, other: string): boolean {
  const more = text.length - other.length;
  return (more === 0 || (more === 1 && text.endsWith('.'))) && text.startsWith(other);
}

function readWords(text: string): PlainWords | null {
  const ids: number[] = [];
  let start = -1;
  let hash = 0;
  for (let i = 0; i <= text.length; i++) {
    const unit = i === text.length ? 0x20 : text.charCodeAt(i);
    if (unit > 0x7e) return null;
    const low = unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit;
    const inside = (low >= 0x61 && low <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x27;
    // A comma or point between figures belongs to the number, and a hyphen to the word.
    if (
      inside ||
      (start !== -1 &&
        unit >= 0x2c &&
        unit <= 0x2e &&
        i + 1 < text.length &&
        isWordUnit(text.charCodeAt(i + 1)))
    ) {
      if (start === -1) {
        start = i;
        hash = 0;
      }
      hash = (Math.imul(hash, 0x01000193) + low + 1) | 0;
    } else if (start !== -1) {
      const id = idOf(text, start, i, hash);
      if (id === -1) return null;
      ids.push(id);
      start = -1;
    }
  }
  return { ids, round };
}

/** True where each word of a plain text stands in one of some others. */
export function standIn(
  text: string,
  others: readonly { readonly plainWords: readonly number[] | null }[],
): boolean {
  plainRound();
  const own = readPlainWords(text)?.ids;
  if (own === undefined) return false;
  marks ??= new Uint8Array(MOST_IDS);
  for (const other of others) markAll(other.plainWords, 1);
  let stand = true;
  for (const id of own) if (marks[id] === 0) stand = false;
  for (const other of others) markAll(other.plainWords, 0);
  return stand;
}

function markAll(ids: readonly number[] | null, mark: number): void {
  if (ids === null) return;
  for (const id of ids) (marks as Uint8Array)[id] = mark;
}

let marks: Uint8Array | undefined;

function idOf(text: string, start: number, end: number, hash: number): number {
  slots ??= new Int32Array(SLOTS);
  let slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
  for (; slots[slot] !== 0; slot = (slot + 1) & (SLOTS - 1)) {
    const id = (slots[slot] as number) - 1;
    if (isWord(words[id] as string, text, start, end)) return id;
  }
  if (words.length >= MOST_IDS) return -1;
  slots[slot] = words.push(text.slice(start, end).toLowerCase());
  return words.length - 1;
}

function isWord(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let i = 0; i < word.length; i++) {
    const unit = text.charCodeAt(start + i);
    if (word.charCodeAt(i) !== (unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit)) return false;
  }
  return true;
}

function isWordUnit(unit: number): boolean {
  const low = unit | 0x20;
  return (unit >= 0x30 && unit <= 0x39) || (low >= 0x61 && low <= 0x7a);
}
