import { allMatches } from './all-matches.ts';
import { firstLettersOf, MOST_LETTERS } from './first-letters.ts';

/** A pattern whose matches all begin at the start of a word: at the start of the text, or after a character that is neither a letter A to Z nor a digit. */
export interface WordPattern {
  readonly pattern: RegExp;
  /** For a pattern that may begin with any letters: text that the first word of every match contains. Matched anywhere in a word, in any case. */
  readonly holding?: RegExp;
}

/** The matches of a text, by pattern number. */
export interface WordMatches {
  /** Like `text.matchAll`. */
  readonly all: (pattern: number) => RegExpExecArray[];
  readonly has: (pattern: number) => boolean;
}

/**
 * Finds matches of patterns with many words, most of which occur in no text: at each word start, the first letters select the patterns to try. At most 31
 * patterns. The index is built with the first text. Throws for a pattern that may begin with anything and has no `holding`.
 */
export function matchAtWords(patterns: readonly WordPattern[]): (text: string) => WordMatches {
  let tables: Tables | undefined;
  return (text) => {
    tables ??= tablesOf(patterns);
    return matchesIn(text, tables);
  };
}

interface Tables {
  /** For each number of letters, by their hash: a bit set of the patterns that may begin with them. */
  readonly byLetters: readonly Int32Array[];
  /** Each is tried at one position. */
  readonly patterns: readonly RegExp[];
  readonly holding: readonly (RegExp | null)[];
}

const MOST_PATTERNS = 31;
const HASH_BITS = 13;
const HASH_SHIFT = 32 - HASH_BITS;
/** True if some pattern has more letters. */
const GOES_ON = 1 << MOST_PATTERNS;

function tablesOf(patterns: readonly WordPattern[]): Tables {
  if (patterns.length > MOST_PATTERNS)
    throw new RangeError(`at most ${MOST_PATTERNS} patterns, received ${patterns.length}`);
  const byLetters = Array.from({ length: MOST_LETTERS }, () => new Int32Array(1 << HASH_BITS));
  for (const [i, { pattern, holding }] of patterns.entries())
    for (const letters of firstLettersOf(pattern)) {
      if (letters === '') {
        if (holding === undefined) throw new RangeError(`${pattern} may begin with anything`);
        continue;
      }
      let hash = 0;
      for (let at = 0; at < letters.length; at++) {
        hash = addToHash(hash, letters.charCodeAt(at));
        const table = byLetters[at] as Int32Array;
        const place = hash >>> HASH_SHIFT;
        table[place] = (table[place] as number) | (at + 1 < letters.length ? GOES_ON : 1 << i);
      }
    }
  return {
    byLetters,
    patterns: patterns.map(
      ({ pattern }) => new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}y`),
    ),
    holding: patterns.map(({ holding }) =>
      holding === undefined ? null : new RegExp(holding.source, `${holding.flags.replace(/[gy]/g, '')}g`),
    ),
  };
}

const NOWHERE: readonly number[] = [];

function matchesIn(text: string, { byLetters, patterns, holding }: Tables): WordMatches {
  const places: (number[] | undefined)[] = [];
  let isInside = false;
  for (let at = 0; at < text.length; at++) {
    if (!isInside) {
      let found = 0;
      let hash = 0;
      for (let length = 0; length < MOST_LETTERS && at + length < text.length; length++) {
        hash = addToHash(hash, text.charCodeAt(at + length));
        const here = (byLetters[length] as Int32Array)[hash >>> HASH_SHIFT] as number;
        found |= here;
        if ((here & GOES_ON) === 0) break;
      }
      found &= ~GOES_ON;
      for (; found !== 0; found &= found - 1) {
        const pattern = 31 - Math.clz32(found & -found);
        const known = places[pattern];
        if (known === undefined) places[pattern] = [at];
        else known.push(at);
      }
    }
    isInside = isOfWord(text.charCodeAt(at));
  }
  const placesOf = (pattern: number): readonly number[] => {
    const known = places[pattern] ?? NOWHERE;
    const held = holding[pattern];
    if (!held) return known;
    const starts = allMatches(text, held).map(({ index }) => startOfWord(text, index));
    return starts.length === 0 ? known : [...new Set([...known, ...starts])].sort((a, b) => a - b);
  };
  return {
    all: (pattern) => {
      const found: RegExpExecArray[] = [];
      let reached = 0;
      for (const place of placesOf(pattern)) {
        const match = place < reached ? null : matchHere(text, patterns[pattern] as RegExp, place);
        if (match === null) continue;
        reached = place + match[0].length;
        found.push(match);
      }
      return found;
    },
    has: (pattern) =>
      placesOf(pattern).some((place) => matchHere(text, patterns[pattern] as RegExp, place) !== null),
  };
}

function matchHere(text: string, pattern: RegExp, place: number): RegExpExecArray | null {
  pattern.lastIndex = place;
  return pattern.exec(text);
}

function addToHash(hash: number, unit: number): number {
  return Math.imul(hash + foldUnit(unit), 0x9e3779b1);
}

const folded = new Uint16Array(65_536);

/** One code unit for all cases of a letter, as `i` with `u` treats them. */
function foldUnit(unit: number): number {
  const known = folded[unit] as number;
  if (known !== 0) return known;
  const upper = String.fromCharCode(unit).toUpperCase();
  const lower = (upper.length === 1 ? upper : String.fromCharCode(unit)).toLowerCase();
  const found = lower.length === 1 ? lower.charCodeAt(0) : unit;
  folded[unit] = found;
  return found;
}

function isOfWord(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57);
}

/** The start of the word that holds `index`. Gives up after 32 characters, because no pattern needs a longer word. */
function startOfWord(text: string, index: number): number {
  const before = text.slice(Math.max(0, index - 32), index);
  return index - (/[\p{L}\p{N}]*$/u.exec(before)?.[0].length ?? 0);
}
