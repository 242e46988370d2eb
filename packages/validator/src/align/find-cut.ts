import type { TextRange } from '@memora/language/sentences';
import type { AlignmentEdit } from '../contract/alignment.ts';
import { classOf, isUnspaced, MARK } from './character-classes.ts';
import { normaliseText } from './normalise-text.ts';

/** UTF-16 units that are checked around a cut. */
const REACH = 40;
/** Characters that belong to the number before them. */
const AMOUNT = /^(?:[.,:/]\d+|\s?[%‰°€£$¥₹]|[-–][\d\p{L}])/u;

/**
 * Returns what the ends of a verbatim place cut off: half a word or number, or the sign or unit of a number. Empty if nothing is cut. The rest of its
 * sentence is compared by the statement's wording.
 */
export function findCut(text: string, { start, end }: TextRange): AlignmentEdit[] {
  const cut = cutBefore(text, start) ?? cutAfter(text, end);
  return cut === null ? [] : [{ kind: 'cut', quote: null, source: cut }];
}

/** Returns the rest of a word, number, sign or currency before the start. */
function cutBefore(text: string, start: number): string | null {
  if (start === 0) return null;
  const window = text.slice(Math.max(0, start - REACH), start);
  const first = text.charCodeAt(start);
  const before = text.charCodeAt(start - 1);
  if (classOf(first) === MARK) return window.slice(-1);
  if (isWordUnit(before) && isWordUnit(first) && !(isUnspaced(before) && isUnspaced(first)))
    return tailWord(window);
  if (isWordUnit(first) && /[\p{L}\p{N}]['’]$/u.test(window)) return tailWord(window);
  if (!/^\p{Sc}?\d/u.test(text.slice(start, start + 2))) return null;
  const sign = /(?:\d[.,:/]|[-+−–±~<>≤≥$€£¥₹#]\s?|[≈=]\s?)$/u.exec(window.replace(/[*_`]+$/u, ''));
  return sign === null ? null : sign[0].trim();
}

function cutAfter(text: string, end: number): string | null {
  if (end >= text.length) return null;
  const window = text.slice(end, end + REACH);
  const last = text.charCodeAt(end - 1);
  const next = text.charCodeAt(end);
  if (classOf(next) === MARK) return window.slice(0, 1);
  if (isWordUnit(last) && isWordUnit(next) && !(isUnspaced(last) && isUnspaced(next)))
    return headWord(window);
  if (isWordUnit(last) && /^['’]\p{L}/u.test(window) && !/^['’]s?(?!\p{L})/u.test(window))
    return headWord(window.slice(1));
  if (last < 0x30 || last > 0x39) return null;
  const rest = normaliseText(`x${window.replace(/^[*_`]+/u, '')}`).text.slice(1);
  return AMOUNT.exec(rest)?.[0].trim() ?? null;
}

function isWordUnit(unit: number): boolean {
  return (
    (unit >= 0x30 && unit <= 0x39) ||
    ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a) ||
    (unit >= 0xaa && /[\p{L}\p{N}\p{M}\p{Cs}]/u.test(String.fromCharCode(unit)))
  );
}

function tailWord(text: string): string {
  return /[\p{L}\p{M}\p{N}'’]+$/u.exec(text)?.[0] ?? text.slice(-1);
}

function headWord(text: string): string {
  return /^[\p{L}\p{M}\p{N}]+/u.exec(text)?.[0] ?? text.slice(0, 1);
}
