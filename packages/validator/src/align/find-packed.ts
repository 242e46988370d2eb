import type { TextRange } from '@memora/language/sentences';
import { normaliseText } from './normalise-text.ts';
import { foldCase, type PreparedSource } from './prepare-source.ts';

/** A text without spaces and marks, in one case, with the original position of each unit. */
interface Packed {
  readonly text: string;
  readonly at: readonly number[];
}

const packedBySource = new WeakMap<PreparedSource, Packed>();
/** A list mark or cell edge that was moved into a line when the lines of a quote were joined. */
const JOINED_MARK = /\s(?:[*+>|-]|\d{1,3}[.)])(?=\s)/gu;

/**
 * Finds a quote of several lines that was written on one line: equal letter by letter and sign by sign, except for spaces and Markdown marks. `null` if it
 * is missing, or begins or ends inside a word.
 */
export function findPacked(prepared: PreparedSource, quote: string): TextRange | null {
  let source = packedBySource.get(prepared);
  if (source === undefined) {
    source = pack(prepared.normalised().text);
    packedBySource.set(prepared, source);
  }
  for (const variant of [quote, ` ${quote}`.replace(JOINED_MARK, ' ')]) {
    const wanted = pack(normaliseText(variant).text).text;
    if (wanted === '') return null;
    for (let at = source.text.indexOf(wanted); at !== -1; at = source.text.indexOf(wanted, at + 1)) {
      const [start, end] = [source.at[at] as number, (source.at[at + wanted.length - 1] as number) + 1];
      const { text, toOriginal } = prepared.normalised();
      if (isInWord(text, start) || isInWord(text, end)) continue;
      return toOriginal(start, end);
    }
  }
  return null;
}

const SIGN = /[\p{L}\p{M}\p{N}%‰#@&+<>=≤≥±≈×÷\p{Sc}]/u;

function pack(normal: string): Packed {
  const folded = foldCase(normal);
  const at: number[] = [];
  let text = '';
  for (let i = 0; i < folded.length; i++) {
    const unit = folded[i] as string;
    const isDigitNext = /\d/u.test(folded[i + 1] ?? '');
    const isKept =
      SIGN.test(unit) || /[\ud800-\udfff]/u.test(unit)
        ? !(unit === '#' && !isDigitNext)
        : isDigitNext &&
          (unit === '-'
            ? !/[\p{L}\p{N}]/u.test(folded[i - 1] ?? '')
            : /[.,:]/u.test(unit) && /\d/u.test(folded[i - 1] ?? ''));
    if (!isKept) continue;
    text += unit;
    at.push(i);
  }
  return { text, at };
}

function isInWord(text: string, at: number): boolean {
  return /^[\p{Lu}\p{Ll}\p{N}]{2}$/u.test(text.slice(Math.max(0, at - 1), at + 1));
}
