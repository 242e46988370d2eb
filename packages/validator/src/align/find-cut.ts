import { boundOf } from '@memora/language/numbers';
import type { TextRange } from '@memora/language/sentences';
import type { AlignmentEdit } from '../contract/alignment.ts';
import { isDenial, isException, isNegator, isPrivative, isQuantifier, wordSet } from '../words/lexicon.ts';
import { negatorAfter, negatorBefore } from '../words/unspaced-lexicon.ts';
import { classOf, isUnspaced, MARK } from './character-classes.ts';
import { normaliseText } from './normalise-text.ts';

/** How far from a cut a negator is looked for, in UTF-16 units and in words; a quantifier must touch it. */
const REACH = 200;
const NEGATOR_WORDS = 4;

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;
const SENTENCE_END =
  /[.!?…][\])}"'”’»*_]*\s|[。．！？][」』”]*|\n\s*\n|[\r\n]\s*(?:[-*+>#|]|\d+[.)])\s|[;；]\s*$/gu;
/** Words behind a number that bound it. */
const BOUND_AFTER =
  /^\s*(?:(?:or|and|oder|und|ou|et|o|y|e|или|и)\s+(?:more|less|fewer|above|below|over|under|up|mehr|weniger|plus|moins|más|menos|più|meno|mais|больше|меньше|более|менее)(?!\p{L})|以上|以下|以内|未満|未满)/iu;
const verdicts = wordSet('untrue');
const AMOUNT =
  /^(?:\s?[%‰°€£$¥₹]|[-–][\d\p{L}]|\s(?:hundred|thousand|million|billion|trillion|percent|per\s?cent|%|mio|mrd|tausend|million(?:en|s|i)?|milliard(?:e|en|s|i)|mil(?:h[õo]es|iones|lones|ioni)?|prozent|тыс|млн|млрд|процент))|^\s?[万萬億亿千百兆割]/iu;

/**
 * What the ends of a verbatim place cut off: half a word or number, the sign or unit of a number, a negator or a quantifier of
 * the same sentence. Empty where the quote may stand as it is.
 */
export function findCut(text: string, place: TextRange): AlignmentEdit[] {
  const cut = cutBefore(text, place.start) ?? cutAfter(text, place.end);
  return cut === null ? [] : [{ kind: 'cut', quote: null, source: cut }];
}

function cutBefore(text: string, start: number): string | null {
  if (start === 0) return null;
  const window = text.slice(Math.max(0, start - REACH), start);
  const joined = joinedBefore(text, start, window);
  if (joined !== null) return joined;
  // The quote stands on the last line, so that line is not empty.
  const sentence = lastSentence(joinQuoted(`${window}x`, start > REACH).slice(0, -1));
  if (isUnspaced(text.charCodeAt(start))) return negatorBefore(plain(sentence));
  const words = wordsOf(sentence).slice(-NEGATOR_WORDS);
  const touching = /[\p{L}\p{N}][\s*_`'"“‘-]*$/u.test(sentence);
  for (let i = words.length - 1; i >= 0; i--) {
    const word = words[i] as string;
    if (isNegator(word) || isDenial(word)) return word;
    if (touching && i === words.length - 1 && (isQuantifier(word) || isException(word))) return word;
  }
  return null;
}

function cutAfter(text: string, end: number): string | null {
  if (end >= text.length) return null;
  const window = text.slice(end, end + REACH);
  const joined = joinedAfter(text, end, window);
  if (joined !== null) return joined;
  const last = text.slice(Math.max(0, end - 3), end);
  if (/[。！？]['"”’»」』）]*$/u.test(last)) return null;
  if (/[.!?…。！？]['"”’»)\]]*$/u.test(last) && /^[\s'"”’»)\]*_]/u.test(window)) return null;
  const sentence = firstSentence(joinQuoted(window, true));
  const bound = BOUND_AFTER.exec(sentence);
  if (bound !== null) return bound[0].trim();
  if (isUnspaced(text.charCodeAt(end - 1))) return negatorAfter(plain(sentence));
  const words = wordsOf(sentence).slice(0, NEGATOR_WORDS - 1);
  const touching = /^[\s*_`'"”’-]*[\p{L}\p{N}]/u.test(sentence);
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    if ((isNegator(word) && (i === 0 || !isPrivative(word))) || verdicts().has(word)) return word;
    if (touching && i === 0 && (isQuantifier(word) || isException(word))) return word;
  }
  return null;
}

/** The rest of a word, number, sign or currency that touches the start. */
function joinedBefore(text: string, start: number, window: string): string | null {
  const first = text.charCodeAt(start);
  const before = text.charCodeAt(start - 1);
  if (classOf(first) === MARK) return window.slice(-1);
  if (isWordUnit(before) && isWordUnit(first) && !(isUnspaced(before) && isUnspaced(first)))
    return tailWord(window);
  if (isWordUnit(first) && /[\p{L}\p{N}]['’]$/u.test(window)) return tailWord(window);
  if (/^[\p{Sc}]?\d/u.test(text.slice(start, start + 2))) {
    const sign = /(?:\d[.,:/]|[-+−–±~<>≤≥$€£¥₹#]\s?|[≈=]\s?)$/u.exec(window.replace(/[*_`]+$/, ''));
    if (sign !== null) return sign[0].trim();
    if (boundOf(text, start) !== '') return tailWord(window.trimEnd());
  }
  if (/(?:^|[^\p{L}])(?:non|un|anti|not|pre|ex)-$/iu.test(window)) return tailWord(window.slice(0, -1));
  return null;
}

function joinedAfter(text: string, end: number, window: string): string | null {
  const last = text.charCodeAt(end - 1);
  const next = text.charCodeAt(end);
  if (classOf(next) === MARK) return window.slice(0, 1);
  if (isWordUnit(last) && isWordUnit(next) && !(isUnspaced(last) && isUnspaced(next)))
    return headWord(window);
  if (isWordUnit(last) && /^['’]\p{L}/u.test(window) && !/^['’]s?(?!\p{L})/u.test(window))
    return headWord(window.slice(1));
  if (last >= 0x30 && last <= 0x39) {
    const rest = plain(`x${window.replace(/^[*_`]+/, '')}`).slice(1);
    const more = /^[.,:/]\d+/u.exec(rest) ?? AMOUNT.exec(rest);
    if (more !== null) return more[0].trim();
  }
  return null;
}

function isWordUnit(unit: number): boolean {
  return (
    (unit >= 0x30 && unit <= 0x39) ||
    ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a) ||
    (unit >= 0xaa && /[\p{L}\p{N}\p{M}\p{Cs}]/u.test(String.fromCharCode(unit)))
  );
}

/**
 * A window in which the lines of a quote block run on: the `>` of a line whose line before has one too is layout and ends nothing.
 * `openStart` says that the first line may have begun with one before the window.
 */
function joinQuoted(window: string, openStart: boolean): string {
  if (!window.includes('>')) return window;
  const lines = window.split(/\r?\n/u);
  let joined = lines[0] as string;
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i] as string;
    const before = i === 1 && openStart ? '>' : (lines[i - 1] as string);
    const goesOn = /^[ \t]{0,3}>[ \t]?(?![ \t]*(?:[-*+>#|]|\d+[.)])(?:\s|$))(?=\s*\S)/u.exec(line);
    joined +=
      goesOn !== null && /^[ \t]{0,3}>/u.test(before) ? ` ${line.slice(goesOn[0].length)}` : `\n${line}`;
  }
  return joined;
}

/** The part of `window` after its last sentence end. */
function lastSentence(window: string): string {
  let from = 0;
  for (const match of window.matchAll(SENTENCE_END)) from = match.index + match[0].length;
  return window.slice(from);
}

function firstSentence(window: string): string {
  const end = window.search(
    /[.!?…](?:[\s"'”’»)\]]|$)|[。．！？;；]|\n\s*\n|[\r\n]\s*(?:[-*+>#|]|\d+[.)])\s/u,
  );
  return end === -1 ? window : window.slice(0, end);
}

function plain(text: string): string {
  return text === '' ? '' : normaliseText(text).text;
}

function wordsOf(text: string): string[] {
  return (plain(text).toLowerCase().match(WORD) ?? []) as string[];
}

function tailWord(text: string): string {
  return /[\p{L}\p{M}\p{N}'’]+$/u.exec(text)?.[0] ?? text.slice(-1);
}

function headWord(text: string): string {
  return /^[\p{L}\p{M}\p{N}]+/u.exec(text)?.[0] ?? text.slice(0, 1);
}
