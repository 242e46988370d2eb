import { unitNamed } from '@memora/language/numbers';
import { fromWords, wordsOf } from '@memora/language/scripts';
import type { TextRange } from '@memora/language/sentences';
import { wordSet } from '../words/lexicon.ts';
import { readWords, type WordToken } from '../words/read-words.ts';

/** A proper name (a run of capitalised words) or an identifier (letters with digits or signs, mixed case) of a text. */
export interface NameToken extends TextRange {
  readonly text: string;
  readonly kind: 'name' | 'identifier';
  readonly words: readonly WordToken[];
  /** The words before it that it is short for: `chronic kidney disease (CKD)`; mostly none. */
  readonly long: readonly string[];
  /** How a species or a numbered kind is also written, in lower case: `s. aureus`, `type 2`; mostly nothing. */
  readonly short: string;
}

/** Words that are written with a capital though they name nothing in particular. */
const unnamed = wordSet('unnamed');

/** Scripts without spaces, which have no capitals either: a word that has one there is a name wherever it stands. */
const UNSPACED = /[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]/u;

/** `University of Rome`, `Simone de Beauvoir`: joins a run where capitals stand on both sides. */
const joiners = wordSet('nameJoiner');

/**
 * Reads names and identifiers. In a text that capitalises most of its words (a title) case tells nothing: only identifiers are
 * read there. A single capitalised word that opens a sentence is no name.
 */
export function readNames(text: string): NameToken[] {
  const words = readWords(text);
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word.text)).length;
  const caseless = UNSPACED.test(text);
  const telling = capitals * 5 <= words.length * 4;
  const german = germanText().test(text);
  const tokens = readIdentifiers(text, words);
  const taken = new Set(tokens.flatMap((token) => token.words));
  if (!telling) return tokens;
  for (let i = 0; i < words.length; i++) {
    if (!startsName(words[i] as WordToken) || taken.has(words[i] as WordToken)) continue;
    if (isUnitBehindFigure(text, words[i] as WordToken)) continue;
    let last = i;
    for (let k = i + 1; k < words.length; k++) {
      const gap = text.slice((words[k - 1] as WordToken).end, (words[k] as WordToken).start);
      if (!/^(?:[ \u00a0]|[-–]|\. |\.)$/u.test(gap)) break;
      if (/^\p{Lu}/u.test((words[k] as WordToken).text)) last = k;
      else if (!joiners().has((words[k] as WordToken).key) || k - last > 2) break;
    }
    const run = words.slice(i, last + 1).filter((word) => /^[\p{Lu}\p{N}]/u.test(word.text));
    const first = run[0] as WordToken;
    // Only scripts that have capitals begin a sentence with one.
    const bare = run.length === 1 && first.opens && !/^\p{Lu}{2}/u.test(first.text) && !caseless;
    if (!bare && (!german || isGermanName(text, run, words[i - 1]))) {
      tokens.push({
        text: text.slice(first.start, (words[last] as WordToken).end),
        start: first.start,
        end: (words[last] as WordToken).end,
        kind: 'name',
        words: first.opens && unnamed().has(first.key) ? run.slice(1) : run,
        long: longForm(text, first.start, (words[last] as WordToken).end),
        short: shortForm(text, run, words[i - 1], words[last + 1]),
      });
    }
    i = last;
  }
  return tokens.filter((token) => token.words.some(({ key }) => !unnamed().has(key)));
}

/** One of them inside a text, or in front of it, makes it German. */
const germanText = fromWords(
  () =>
    new RegExp(
      `(?<!\\p{L})(?:${wordsOf('german').join('|')})(?!\\p{L})|(?:^|[.!?]\\s)(?:Der|Die|Das|Ein|Eine|Deinen|Ihren|Euren|Laut|Im|Am|Es|Zwei|Drei|Vier) `,
      'u',
    ),
);
/** What stands right before the name of a place or person. */
const BEFORE_GERMAN_NAME = /^(?:nach|aus|herr|herrn|frau|dr|prof|firma|stadt|namens)$/u;

/** German writes every noun with a capital: names are two such words in a row (not joined by a hyphen), and those behind a word that names follow. */
function isGermanName(text: string, run: readonly WordToken[], before: WordToken | undefined): boolean {
  const own = run.filter(({ key, opens }) => !(opens && unnamed().has(key)));
  const gap = own.length < 2 ? '' : text.slice(own[0]?.end, own[1]?.start);
  if (gap !== '') return !/^[-–]$/u.test(gap) || own.length > 2;
  if (/^\p{Lu}{2}|\p{Ll}\p{Lu}|\p{N}/u.test(own[0]?.text ?? '')) return true;
  return BEFORE_GERMAN_NAME.test(before?.key ?? '');
}

/** `60 Hz for Sarah`: a unit begins no name that what follows would belong to. */
function isUnitBehindFigure(text: string, { start, text: word, key }: WordToken): boolean {
  return (
    word.length < 4 &&
    /\d[ \u00a0]?$/u.test(text.slice(Math.max(0, start - 2), start)) &&
    unitNamed(key) !== undefined
  );
}

function startsName({ text, key, opens }: WordToken): boolean {
  return /^\p{Lu}/u.test(text) && (opens || !unnamed().has(key)) && (text.length > 1 || !opens);
}

/** A letter of a script with spaces: in others every sentence with a figure would be one long identifier. */
const L = '[\\p{Lu}\\p{Ll}]';
const LN = '[\\p{Lu}\\p{Ll}\\p{N}]';
/** Bounded, so that a text without an end to its parts stays linear. */
const IDENTIFIER = new RegExp(
  `(?<!${LN})(?:v?\\d+(?:\\.\\d+){2,40}|${LN}+(?:[_@/.:-]${LN}+){0,12}@[\\p{Lu}\\p{Ll}\\p{N}-]+(?:\\.[\\p{Lu}\\p{Ll}\\p{N}-]+)*|${L}${LN}*(?:_${LN}+)+|` +
    `(?=[\\p{Lu}\\p{Ll}\\p{N}-]{0,100}\\p{N})${L}${LN}*(?:-${LN}+){0,40}|\\p{Ll}+\\p{Lu}${LN}*)(?!${LN})`,
  'gu',
);
/** `31.03.2027` is a date. */
const NUMERIC_DATE = /^\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})$/u;

function readIdentifiers(text: string, words: readonly WordToken[]): NameToken[] {
  const tokens: NameToken[] = [];
  let next = 0;
  for (const match of text.matchAll(IDENTIFIER)) {
    if (NUMERIC_DATE.test(match[0])) continue;
    const end = match.index + match[0].length;
    while (next < words.length && (words[next] as WordToken).start < match.index) next++;
    const own: WordToken[] = [];
    for (let word = words[next]; word !== undefined && word.end <= end; word = words[++next]) own.push(word);
    tokens.push({
      text: match[0],
      start: match.index,
      end,
      kind: 'identifier',
      words: own,
      long: longForm(text, match.index, end),
      short: '',
    });
  }
  return tokens;
}

/**
 * The words before letters in brackets that these letters are short for: each letter stands in them in this order, the first at
 * the start of a word (Schwartz and Hearst, 2003).
 */
function longForm(text: string, start: number, end: number): readonly string[] {
  if (text[start - 1] !== '(' || text[end] !== ')') return [];
  const short = text.slice(start, end).replace(/s$/u, '').toLowerCase();
  if (!/^\p{L}{2,6}$/u.test(short)) return [];
  const words =
    text
      .slice(Math.max(0, start - 120), start - 1)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const before = words.slice(-Math.min(short.length + 5, short.length * 2)).join(' ');
  let at = before.length;
  for (let i = short.length - 1; i >= 0; i--) {
    do at = before.lastIndexOf(short.charAt(i), at - 1);
    while (i === 0 && at > 0 && before[at - 1] !== ' ');
    if (at < (i === 0 ? 0 : 1)) return [];
  }
  return before
    .slice(at)
    .split(' ')
    .filter((word) => word.length > 2);
}

const ROMAN = '  ii iii iv  vi vii viii ix'.split(' ');

/** `Staphylococcus aureus` is `S. aureus` where it comes again, and type II is type 2. */
function shortForm(
  text: string,
  run: readonly WordToken[],
  before: WordToken | undefined,
  next: WordToken | undefined,
): string {
  const [only] = run;
  if (only === undefined || run.length !== 1) return '';
  const number = ROMAN.indexOf(only.key);
  if (number > 1 && before !== undefined && text.slice(before.end, only.start) === ' ')
    return `${before.key} ${number}`;
  const isSpecies =
    only.text.length > 4 &&
    /^\p{Ll}{5,}$/u.test(next?.text ?? '') &&
    text.slice(only.end, next?.start) === ' ';
  return isSpecies ? `${only.text.charAt(0)}. ${next?.key}`.toLowerCase() : '';
}
