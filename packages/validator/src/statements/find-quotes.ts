import type { TextRange } from '@memora/language/sentences';
import { WORDLIKE } from './wordlike.ts';

/** A quotation: the range of its words without the marks, and the UTF-16 offset after its closing mark. */
export interface Quotation extends TextRange {
  readonly after: number;
}

/**
 * Opening mark → its closing marks. Marks that are the same at both ends are distinguished by their
 * neighbours.
 */
const CLOSERS: Readonly<Record<string, string>> = {
  '"': '"',
  '＂': '＂',
  '“': '”“',
  '”': '”',
  '„': '“”',
  '‟': '”',
  '«': '»',
  '»': '«»',
  '‹': '›',
  '›': '‹›',
  '「': '」',
  '『': '』',
  '《': '》',
  '〝': '〞〟',
  "'": "'",
  '‘': '’',
  '‚': '‘’',
};
const EITHER_WAY = '"＂”»›\'‘';
const APOSTROPHES = "'’‘";
const QUOTE_MARK = /["＂“”„‟«»‹›「『《〝'‘‚]/u;
const LONGEST_SINGLE = 300;
const BEFORE_OPENER = /[\s([{<*_~`/|—–\-:=>"'“„«‹「『]/u;

/** The quotations of a text in any style, outermost only, in order. Apostrophes and inch marks are not quotation marks. */
export function findQuotes(text: string): Quotation[] {
  if (!QUOTE_MARK.test(text)) return [];
  const quotations: Quotation[] = [];
  // If a mark has no end here, it has none further on either. Searching only once keeps the function linear.
  const endless = new Set<string>();
  for (let i = 0; i < text.length; i++) {
    const mark = text[i] as string;
    if (endless.has(mark) || !opensAt(text, i)) continue;
    const end = closingAt(text, i);
    if (end === -1) {
      if (!APOSTROPHES.includes(mark) && mark !== '‚') endless.add(mark);
      continue;
    }
    if (WORDLIKE.test(text.slice(i + 1, end))) quotations.push({ start: i + 1, end, after: end + 1 });
    i = end;
  }
  return quotations;
}

/** The offset after the quotation that is open at `at` (double marks only), `-1` if none is open, `NaN` if it has no end yet. */
export function quotationOpenAt(text: string, from: number, at: number): number {
  if (!QUOTE_MARK.test(text.slice(from, at))) return -1;
  for (let i = from; i < at; i++) {
    if (!opensAt(text, i)) continue;
    const end = closingAt(text, i);
    if (APOSTROPHES.includes(text[i] as string)) {
      if (end !== -1 && end < at) i = end;
      continue;
    }
    if (end === -1) return Number.NaN;
    if (end >= at) return end + 1;
    i = end;
  }
  return -1;
}

function opensAt(text: string, i: number): boolean {
  const mark = text[i] as string;
  if (!Object.hasOwn(CLOSERS, mark)) return false;
  const next = text[i + 1];
  if (next === undefined || /\s/u.test(next)) return false;
  if (!EITHER_WAY.includes(mark)) return true;
  if (i > 0 && !BEFORE_OPENER.test(text[i - 1] as string)) return false;
  // '90s
  return !(APOSTROPHES.includes(mark) && /^\d\ds?(?!\p{L})/u.test(text.slice(i + 1, i + 5)));
}

function closingAt(text: string, open: number): number {
  const closers = CLOSERS[text[open] as string] ?? '';
  const single = APOSTROPHES.includes(closers[closers.length - 1] as string);
  const last = single ? Math.min(text.length, open + LONGEST_SINGLE) : text.length;
  for (let i = open + 1; i < last; i++) {
    if (!closers.includes(text[i] as string)) continue;
    if (single && WORDLIKE.test(text[i + 1] ?? '')) continue;
    if (single && /\s/u.test(text[i - 1] as string)) continue;
    return i;
  }
  return -1;
}
