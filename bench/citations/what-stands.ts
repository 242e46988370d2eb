import type { PairVerdict } from './judge-pair.ts';

/**
 * True if a lie is shown: the statement stays, and the part cut from it (a bracket, a clause after the marker) is not
 * exactly the lying words. If words were left out there is nothing to cut, and the whole statement is the lie.
 */
export function isLieShown({ verified, clean, given }: PairVerdict, truth: string): boolean {
  if (!verified || clean === '') return false;
  if (clean === given) return true;
  const [from, to] = changedIn(given, truth);
  const [cutFrom, cutTo] = changedIn(given, clean);
  return !(to > from && cutFrom <= from && cutTo >= to);
}

/** True if all of a statement is kept: a bracket that was cut out counts as a lost true statement. */
export function isWhole({ verified, clean, given }: PairVerdict): boolean {
  return verified && clean === given;
}

/** The clean text as people read it: a marker is not a word of it, and no statement can hide in `[claim:…]`. */
export function withoutMarkers(cleanText: string): string {
  return cleanText.replace(/ ?\[claim:[^\]]*\]/gu, '');
}

/** The range of `text` outside of which it equals `other`. */
function changedIn(text: string, other: string): readonly [number, number] {
  let from = 0;
  while (from < text.length && from < other.length && text[from] === other[from]) from++;
  let end = 0;
  const most = Math.min(text.length, other.length) - from;
  while (end < most && text.at(-1 - end) === other.at(-1 - end)) end++;
  return [from, text.length - end];
}
