import { wordKey } from '../tokens/read-words.ts';
import { roleOf } from './drift-words.ts';

/** Matters where it is in the one text more often than in the other. */
const TELLING = 1;
/** Matters where it is in the statement more often. */
const ADDED = 2;
const GRAMMAR = 4;
/** Two operands may stand round it. */
const RELATION = 8;
const JOIN = 16;

const bitsByWord = new Map<string, number>();
const MOST_WORDS = 20_000;
const RELATIONS =
  /^(?:over|than|before|after|instead|versus|vs|against|under|above|below|into|from|to|for|with|of|by)$/;

function bitsOf(word: string): number {
  const known = bitsByWord.get(word);
  if (known !== undefined) return known;
  const role = roleOf(wordKey(word), word);
  const { negator, denial, quantifier, modal, hedge, only, condition, side, traits } = role;
  const join = traits.includes('and') || traits.includes('or');
  const telling = negator || denial || quantifier !== '' || modal !== '' || hedge || only || condition;
  let bits = role.function ? GRAMMAR : 0;
  if (
    telling ||
    traits.includes('saying') ||
    traits.includes('soft') ||
    traits.includes('former') ||
    traits.includes('or') ||
    word.includes("'") ||
    word === 'se' ||
    word === 'ne'
  )
    bits |= TELLING;
  if (side !== 0 || traits.length > 0) bits |= ADDED;
  if (RELATIONS.test(word)) bits |= RELATION;
  if (join) bits |= JOIN;
  if (bitsByWord.size >= MOST_WORDS) bitsByWord.clear();
  bitsByWord.set(word, bits);
  return bits;
}

/**
 * False where {@link checkDrift} could find nothing decisive: all words of the statement stand in the evidence, neither text has a negator,
 * quantifier, modal, hedge, condition or attribution, and what moved moved in one piece. Looks at plain ASCII only.
 */
export function mayDrift(statement: string, evidence: string): boolean {
  const said = readPlainWords(statement);
  const known = said === null ? null : readPlainWords(evidence);
  if (said === null || known === null) return true;
  const places = new Map<string, number>();
  const balance = new Map<string, number>();
  for (let i = 0; i < known.length; i++) {
    const word = known[i] as string;
    if (!places.has(word)) places.set(word, i);
    if ((bitsOf(word) & (TELLING | ADDED)) !== 0) balance.set(word, (balance.get(word) ?? 0) + 1);
  }
  let last = -1;
  let descents = 0;
  let seen = 0;
  for (const word of said) {
    const place = places.get(word);
    if (place === undefined) return true;
    const bits = bitsOf(word);
    seen |= bits;
    if ((bits & (TELLING | ADDED)) !== 0) balance.set(word, (balance.get(word) ?? 0) - 1);
    if ((bits & GRAMMAR) !== 0) continue;
    if (place < last) descents++;
    last = place;
  }
  // Where a word that tells has moved, what it bears on may be another.
  if (descents > 1 || (descents > 0 && known.some((word) => (bitsOf(word) & JOIN) !== 0))) return true;
  if (descents > 0 && (seen & ADDED) !== 0 && !addedStay(said, known)) return true;
  if (hasOperands(said, known) || isParallel(said, known)) return true;
  for (const [word, left] of balance) {
    const bits = bitsOf(word);
    if (left < 0 || (bits & TELLING) !== 0 || (left > 0 && (bits & seen & JOIN) !== 0)) return true;
  }
  return false;
}

/** So many words on each side of a word that tells stay with it when its piece moves. */
const NEIGHBOURS = 3;

/** True where each word that tells stands in the evidence among the same neighbours, as far as the statement reaches. */
function addedStay(said: readonly string[], known: readonly string[]): boolean {
  for (let i = 0; i < said.length; i++) {
    if ((bitsOf(said[i] as string) & ADDED) === 0) continue;
    const from = Math.max(0, i - NEIGHBOURS);
    const to = Math.min(said.length, i + NEIGHBOURS + 1);
    // At the start of the statement nothing tells where its piece began.
    if (i === 0 || !hasRun(said, from, to, known)) return false;
  }
  return true;
}

function hasRun(said: readonly string[], from: number, to: number, known: readonly string[]): boolean {
  const first = said[from] as string;
  for (let k = known.indexOf(first); k !== -1; k = known.indexOf(first, k + 1)) {
    let length = 1;
    while (from + length < to && said[from + length] === known[k + length]) length++;
    if (from + length === to) return true;
  }
  return false;
}

/** Two clauses with one verb: the statement may take its subject from the one and the rest from the other. */
function isParallel(said: readonly string[], known: readonly string[]): boolean {
  const join = known.findIndex((word) => (bitsOf(word) & JOIN) !== 0);
  if (join === -1) return false;
  const behind = new Set(known.slice(join + 2));
  const before = new Set(known.slice(0, join));
  return said.some((word) => (bitsOf(word) & GRAMMAR) === 0 && before.has(word) && behind.has(word));
}

/** `X over Y` where the evidence has `Y over X`, with words that are grammar too. */
function hasOperands(said: readonly string[], known: readonly string[]): boolean {
  for (let i = 1; i + 1 < said.length; i++) {
    if ((bitsOf(said[i] as string) & RELATION) === 0) continue;
    if (!contains(known, said, i)) return true;
  }
  return false;
}

/** The two words on one side of a relation stand beside it in the evidence too. */
function contains(known: readonly string[], said: readonly string[], i: number): boolean {
  for (let k = 0; k < known.length; k++)
    if (known[k] === said[i] && (known[k - 1] === said[i - 1] || known[k + 1] === said[i + 1])) return true;
  return false;
}

/** The words of a plain text in lower case; `null` where it has letters beyond ASCII. */
function readPlainWords(text: string): string[] | null {
  const words: string[] = [];
  let start = -1;
  for (let i = 0; i <= text.length; i++) {
    const unit = i === text.length ? 0x20 : text.charCodeAt(i);
    if (unit > 0x7e) return null;
    const low = unit | 0x20;
    const digit = unit >= 0x30 && unit <= 0x39;
    const inside = digit || (low >= 0x61 && low <= 0x7a) || unit === 0x27;
    // A comma or point between figures belongs to the number, and a hyphen to the word.
    const joins =
      start !== -1 && (unit === 0x2c || unit === 0x2e || unit === 0x2d) && isWordUnit(text.charCodeAt(i + 1));
    if (inside || joins) {
      if (start === -1) start = i;
    } else if (start !== -1) {
      words.push(text.slice(start, i).toLowerCase());
      start = -1;
    }
  }
  return words;
}

function isWordUnit(unit: number): boolean {
  const low = unit | 0x20;
  return (unit >= 0x30 && unit <= 0x39) || (low >= 0x61 && low <= 0x7a);
}
