import type { TextRange } from '@memora/language/sentences';
import { MAX_TOKENS, type Token } from './diff-tokens.ts';
import { type EditedPlace, findInWindows, tokensOf, windowStarts } from './find-edited.ts';
import { normaliseText } from './normalise-text.ts';
import { foldCase } from './prepare-source.ts';

/** Normalising a shorter source is as fast as searching it. */
const MIN_SOURCE = 1 << 14;
/** A phrase of this many consecutive tokens around a difference must be missing. In scripts without spaces a token is one character. */
const PHRASE = 5;

/** A letter or digit, without the characters in these ranges that the normal form may remove. */
const LETTER =
  'A-Za-z\\d\\u00c0-\\u024f\\u0370-\\u061b\\u061d-\\u167f\\u1681-\\u1fff\\u3041-\\u30ff\\u3400-\\ud7a3';
/** Syntax that is removed together with its letters. Bounded, so that a search stays linear. */
const HIDDEN = [
  '<!--[\\s\\S]{0,400}?-->',
  '<[^<>]{0,300}>',
  '\\]\\([^()]{0,600}\\)',
  '\\[\\[[^[\\]|]{0,300}\\|',
  '\\[\\^[^\\]\\s]{1,40}\\]',
  '\\[x\\]',
  '&[a-z]{2,8};',
  '\\^[a-z\\d-]{1,40}',
  '%%[^%]{0,300}%%',
];
/** Between two letters: everything that the normal form may remove there, and more. */
const GAP = `(?:[^${LETTER}]|${HIDDEN.join('|')})*`;
/** If more than that is removed, or a number encodes a letter, only the normal form can decide. */
const DISGUISE = /<!--(?![\s\S]{0,400}?-->)|\[\[[^[\]|]{300}|%%(?![^%]{0,300}%%)|&#/;

/**
 * Like {@link findEdited}, but without normalising the whole source: finds the place by runs of words as written in the source, and proves with one search
 * that the quote occurs nowhere in any spelling. `null` if it cannot do both.
 */
export function findEditedNearby(source: string, normal: string, shortest: string): EditedPlace | null {
  if (source.length < MIN_SOURCE || DISGUISE.test(source)) return null;
  const starts = windowStarts(source, normal, tokensOf(normal));
  let phrase: string | null = null;
  const found = findInWindows(normal, starts, (start) => {
    const from = Math.max(0, start - normal.length);
    const { text, toOriginal } = normaliseText(source.slice(from, start + 3 * normal.length));
    phrase ??= missingPhrase(foldCase(shortest), foldCase(text));
    const toSource = (range: TextRange) => {
      const place = toOriginal(range.start, range.end);
      return { start: from + place.start, end: from + place.end };
    };
    return { text, from: 0, toSource };
  });
  if (found === null || phrase === null) return null;
  const pattern = toPattern(phrase);
  return pattern === null || pattern.test(source) ? null : found;
}

/** Returns consecutive first tokens of the quote that the text does not contain. */
function missingPhrase(quote: string, text: string): string | null {
  const tokens = tokensOf(quote);
  let at = 0;
  for (let i = 0; i === 0 || (i < MAX_TOKENS && i + PHRASE <= tokens.length); i++) {
    const last = tokens[Math.min(i + PHRASE, tokens.length) - 1] as Token;
    const phrase = quote.slice((tokens[i] as Token).start, last.end);
    // Usually just after the previous one.
    const found = text.indexOf(phrase, at);
    if (found === -1 && !text.includes(phrase)) return phrase;
    at = Math.max(at, found);
  }
  return null;
}

/** The letters of English from rare to common: a search that begins with a rare letter stops less often. */
const RARE_FIRST = 'zqxjkvbpygfwmucldrhsnioate';

/** Returns a pattern for the letters and digits of a phrase wherever the normal form may make them adjacent; `null` for letters it cannot handle. */
function toPattern(phrase: string): RegExp | null {
  const letters = phrase.match(/[\p{L}\p{N}\p{M}]/gu) ?? [];
  if (letters.length < 4 || letters.some((letter) => !SURE.test(letter))) return null;
  const spare = letters.slice(0, Math.max(1, letters.length - 8));
  const ranks = spare.map((letter) => RARE_FIRST.indexOf(letter));
  const parts = letters
    .slice(ranks.indexOf(ranks.reduce((a, b) => Math.min(a, b), Infinity)))
    .map((letter, i) => {
      if (letter > 'z') return `(?:${letter}|${letter.normalize('NFD')})`;
      const either = `${letter}${String.fromCharCode(letter.charCodeAt(0) + 0xfee0)}${letter === 'k' ? '\u212a' : ''}`;
      // A ligature matches its first letter and those after it.
      if (!/[fsilt]/.test(letter)) return `[${either}]`;
      return i === 0 ? `[${either}\ufb00-\ufb06]` : `(?:[${either}\ufb00-\ufb06]|(?<=[\ufb00-\ufb06]))`;
    });
  return new RegExp(parts.join(GAP), 'i');
}

/** Letters that are only written as themselves, decomposed, in full width or as a ligature. */
const SURE = /^[a-z\d\u00df-\u00e4\u00e6-\u00ff\u0430-\u045f\u3041-\u30ff\u4e00-\u9fff]$/;
