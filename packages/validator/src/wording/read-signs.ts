import { normaliseText } from '../align/normalise-text.ts';
import { withoutFirstBox } from '../passages/read-boxes.ts';
import { wordsOf } from './read-words.ts';

/** A sign such as `⇏` or `✗`, and the number of words before it. */
export interface PlacedSign {
  readonly sign: string;
  readonly at: number;
  /**
   * True for a mathematical sign, which has a meaning between two words; false for one that may be an
   * ornament.
   */
  readonly isOperator: boolean;
}

const KIND = /(?<letter>\p{L})|(?<figure>\p{N})|(?<symbol>\p{So})|(?<operator>\p{Sm})/u;

/** The Unicode class of a character; undefined for a mark, a blank or no character. */
function kindOf(character: string | undefined): string | undefined {
  const { groups = {} } = KIND.exec(character ?? '') ?? {};
  return Object.keys(groups).find((kind) => groups[kind] !== undefined);
}

/** Compared as boxes. */
const BOXES = '☐☑☒';
const LAST_OF_KEYBOARD = '~';

interface FoundSign {
  readonly sign: string;
  readonly index: number;
  readonly isOperator: boolean;
}

/**
 * Signs of the keyboard, including full-width ones, are words or markup unless they negate the text after
 * them.
 */
function* findSigns(text: string): Generator<FoundSign> {
  let index = 0;
  for (const sign of text) {
    const from = index;
    index += sign.length;
    if (sign <= LAST_OF_KEYBOARD) {
      if (denies(sign, text.slice(Math.max(0, from - 2), from), text.slice(index, index + 2)))
        yield { sign, index: from, isOperator: true };
      continue;
    }
    const kind = kindOf(sign);
    const isOperator = kind === 'operator';
    // A minus before a digit is another form of a dash.
    const isDash = sign === '−' && kindOf(text[index]) === 'figure';
    const isFullWidth = sign >= '！' && sign <= '～';
    if ((isOperator || kind === 'symbol') && !isDash && !isFullWidth && !BOXES.includes(sign))
      yield { sign, index: from, isOperator };
  }
}

/**
 * True if a sign of the keyboard has a meaning: `x != y`, `!isOpen`, `~(a)`, `=/=`, and `2 * 3` in contrast
 * to `2 / 3`.
 */
function denies(sign: string, before: string, after: string): boolean {
  const [last = ' ', next = ''] = [before.at(-1), after[0]];
  const isFirst = last.trim() === '' || last === '(';
  switch (sign) {
    case '!':
      return next === '=' || (isFirst && (next === '(' || kindOf(next) === 'letter'));
    case '~':
      return isFirst && next === '(';
    case '/':
      return (last === '=' && next === '=') || isBetweenTerms(before, after);
    case '*':
      return last.trim() === '' && next.trim() === '' && isBetweenTerms(before, after);
    default:
      return false;
  }
}

/** True for two terms that are next to the sign or one blank away. */
function isBetweenTerms(before: string, after: string): boolean {
  const left = before.trimEnd().at(-1);
  const [right] = after.trimStart();
  return (left === ')' || isTerm(left)) && (right === '(' || isTerm(right));
}

function isTerm(character: string | undefined): boolean {
  const kind = kindOf(character);
  return kind === 'letter' || kind === 'figure';
}

/** The signs of a text, each with its position among the words. */
export function readSigns(text: string): PlacedSign[] {
  // The marks of code are not signs, but may hide one: `/cloze`.
  if (!text.includes('`') && signsIn(text).length === 0) return [];
  const normal = normaliseText(withoutFirstBox(text)).text;
  let [from, words] = [0, 0];
  return [...findSigns(normal)].map(({ sign, index, isOperator }) => {
    words += wordsOf(normal.slice(from, index)).length;
    from = index;
    return { sign, at: words, isOperator };
  });
}

/** The signs of a text as written, including those that its normal form changes. */
export function signsIn(text: string): string[] {
  return [...findSigns(text)].map(({ sign }) => sign);
}
