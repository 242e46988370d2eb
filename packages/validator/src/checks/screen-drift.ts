import { roleOf } from '../drift/drift-words.ts';
import { MOST_IDS, plainRound, plainWord } from '../reading/plain-words.ts';
import { readText, type TextReading } from '../reading/text-reading.ts';
import { wordKey } from '../words/read-words.ts';

/** Matters where it is in the one text more often than in the other. */
const TELLING = 1;
/** Matters where it is in the statement more often. */
const ADDED = 2;
const GRAMMAR = 4;
/** Two operands may stand round it. */
const RELATION = 8;
const JOIN = 16;
const LOOKED_UP = 32;
/** Tells when something holds by itself. */
const TIMED = 64;

const RELATIONS =
  /^(?:over|than|before|after|instead|versus|vs|against|under|above|below|into|from|to|for|with|of|by)$/;

/* By the number of a word: what it matters for, and where and how often it stands in the texts that are compared. */
let bitsById = new Uint8Array(0);
let placeById = new Int32Array(0);
let balanceById = new Int32Array(0);
let round = -1;

function bitsOf(id: number): number {
  const known = bitsById[id] as number;
  if (known !== 0) return known;
  const word = plainWord(id);
  const role = roleOf(wordKey(word), word);
  const { negator, denial, quantifier, modal, hedge, only, condition, side, traits } = role;
  const join = traits.includes('and') || traits.includes('or');
  const telling = negator || denial || quantifier !== '' || modal !== '' || hedge || only || condition;
  let bits = role.function ? LOOKED_UP | GRAMMAR : LOOKED_UP;
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
  if (isTimed(word, traits)) bits |= TIMED;
  bitsById[id] = bits;
  return bits;
}

function isTimed(word: string, traits: readonly string[]): boolean {
  return (
    traits.some((trait) => trait === 'past' || trait === 'present' || trait === 'future') || VERB.test(word)
  );
}

/** Forms that stand beside others of their verb: what {@link checkDrift} compares by its time. */
const VERB = /(?:ed|s)$/;

/**
 * False where {@link checkDrift} could find nothing decisive: all words of the statement stand in the evidence, neither text has a negator,
 * quantifier, modal, hedge, condition or attribution, and what moved moved in one piece. Looks at plain ASCII only.
 */
export function mayDrift(statement: string | TextReading, evidence: string | TextReading): boolean {
  const now = plainRound();
  if (now !== round) {
    round = now;
    bitsById = new Uint8Array(MOST_IDS);
    placeById = new Int32Array(MOST_IDS);
    balanceById = new Int32Array(MOST_IDS);
  }
  const said = readText(statement).plainWords;
  const known = said === null ? null : readText(evidence).plainWords;
  if (said === null || known === null) return true;
  for (const id of said) {
    placeById[id] = -1;
    balanceById[id] = 0;
  }
  for (let i = known.length - 1; i >= 0; i--) {
    const id = known[i] as number;
    placeById[id] = i;
    balanceById[id] = 0;
  }
  return differ(said, known);
}

function differ(said: readonly number[], known: readonly number[]): boolean {
  let last = -1;
  let descents = 0;
  let seen = 0;
  for (const id of said) {
    const place = placeById[id] as number;
    if (place === -1) return true;
    const bits = bitsOf(id);
    seen |= bits;
    balanceById[id] = (balanceById[id] as number) - 1;
    if ((bits & GRAMMAR) !== 0) continue;
    if (place < last) descents++;
    last = place;
  }
  for (const id of known) balanceById[id] = (balanceById[id] as number) + 1;
  // Where a word that tells has moved, what it bears on may be another.
  if (descents > 1 || (descents > 0 && known.some((id) => (bitsOf(id) & JOIN) !== 0))) return true;
  if (descents > 0 && (seen & ADDED) !== 0 && !addedStay(said, known)) return true;
  if (verbsMoved(said, known)) return true;
  if (hasOperands(said, known) || isParallel(said, known)) return true;
  for (const id of known) {
    const left = balanceById[id] as number;
    const bits = bitsOf(id);
    if ((bits & (TELLING | ADDED)) === 0) continue;
    if (left < 0 || (bits & TELLING) !== 0 || (left > 0 && (bits & seen & JOIN) !== 0)) return true;
  }
  return false;
}

/** Two words that tell a time, one of which the statement has at the place of the other: they are compared as verbs. */
function verbsMoved(said: readonly number[], known: readonly number[]): boolean {
  if (!hasSeveralTimes(known)) return false;
  let at = nextTimed(said, 0);
  for (const id of known)
    if (at < said.length && id === said[at] && (bitsOf(id) & TIMED) !== 0) at = nextTimed(said, at + 1);
  return at < said.length;
}

/** True where two different words tell a time. */
function hasSeveralTimes(ids: readonly number[]): boolean {
  let first = -1;
  for (const id of ids) {
    if ((bitsOf(id) & TIMED) === 0 || id === first) continue;
    if (first !== -1) return true;
    first = id;
  }
  return false;
}

function nextTimed(ids: readonly number[], from: number): number {
  let at = from;
  while (at < ids.length && (bitsOf(ids[at] as number) & TIMED) === 0) at++;
  return at;
}

/** This many words on each side of a word that tells stay with it when its piece moves. */
const NEIGHBOURS = 3;
/** Longer texts are compared in full where it would take more looks to see that nothing moved. */
const MOST_LOOKS = 10_000;

/** True where each word that tells stands in the evidence among the same neighbours, as far as the statement reaches. */
function addedStay(said: readonly number[], known: readonly number[]): boolean {
  let looks = 0;
  for (let i = 0; i < said.length; i++) {
    if ((bitsOf(said[i] as number) & ADDED) === 0) continue;
    const from = Math.max(0, i - NEIGHBOURS);
    const to = Math.min(said.length, i + NEIGHBOURS + 1);
    looks += known.length;
    // At the start of the statement nothing tells where its piece began.
    if (i === 0 || looks > MOST_LOOKS || !hasRun(said, from, to, known)) return false;
  }
  return true;
}

function hasRun(said: readonly number[], from: number, to: number, known: readonly number[]): boolean {
  const first = said[from] as number;
  for (let k = known.indexOf(first); k !== -1; k = known.indexOf(first, k + 1)) {
    let length = 1;
    while (from + length < to && said[from + length] === known[k + length]) length++;
    if (from + length === to) return true;
  }
  return false;
}

/** Two clauses with one verb: the statement may take its subject from the one and the rest from the other. */
function isParallel(said: readonly number[], known: readonly number[]): boolean {
  const join = known.findIndex((id) => (bitsOf(id) & JOIN) !== 0);
  if (join === -1) return false;
  const behind = new Set(known.slice(join + 2));
  const before = new Set(known.slice(0, join));
  return said.some((id) => (bitsOf(id) & GRAMMAR) === 0 && before.has(id) && behind.has(id));
}

/** `X over Y` where the evidence has `Y over X`, with words that are grammar too. */
function hasOperands(said: readonly number[], known: readonly number[]): boolean {
  let looks = 0;
  for (let i = 1; i + 1 < said.length; i++) {
    if ((bitsOf(said[i] as number) & RELATION) === 0) continue;
    looks += known.length;
    if (looks > MOST_LOOKS || !contains(known, said, i)) return true;
  }
  return false;
}

/** The two words on one side of a relation stand beside it in the evidence too. */
function contains(known: readonly number[], said: readonly number[], i: number): boolean {
  for (let k = placeById[said[i] as number] as number; k < known.length; k++)
    if (known[k] === said[i] && (known[k - 1] === said[i - 1] || known[k + 1] === said[i + 1])) return true;
  return false;
}
