import type { TextRange } from '@memora/language/sentences';
import type { VerificationSettings } from '../contract/verification-options.ts';
import type { CitedPlace } from '../passages/cited-place.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import { WORDLIKE } from '../statements/wordlike.ts';
import { findForeignMarkup } from './find-foreign-markup.ts';

/** A part that may be cut from a statement, and the reason. The range is UTF-16, from the start of the statement. */
export interface Rider extends TextRange {
  readonly reason: string;
}

/** Parts of a statement that may lack support of their own. In order, without overlap, and without markers. */
interface Riders {
  /** Markup that no cited passage has. */
  readonly markup: readonly Rider[];
  /** The text after the last marker. */
  readonly tail: readonly Rider[];
  /** The text in round brackets. */
  readonly asides: readonly Rider[];
}

const BRACKETED = /[(（][^()（）\r\n]{1,400}[)）]/gu;
const STOPS = '.!?…。！？．।॥۔؟ ';
/** Marks that close around a sentence, with their opening marks. */
const OPENER_OF: Readonly<Record<string, string>> = {
  ')': '(',
  '）': '（',
  '”': '“',
  '»': '«',
  '」': '「',
  '』': '『',
  '"': '"',
  '*': '*',
  _: '_',
  '~': '~',
  '|': '|',
};

/** Finds by form alone the parts that may lack support. */
export function findRiders(
  { raw, start, markers, role }: StatementUnit,
  places: readonly CitedPlace[],
  settings: VerificationSettings,
): Riders {
  const own = markers
    .map((marker) => ({ start: marker.start - start, end: marker.end - start }))
    .filter((marker) => marker.end > marker.start);
  // Markers are replaced by a character that is neither a space nor part of a word.
  let shown = raw;
  for (const marker of own)
    shown =
      shown.slice(0, marker.start) + '\ufffc'.repeat(marker.end - marker.start) + shown.slice(marker.end);
  const isApart = (range: TextRange) =>
    own.every((marker) => marker.end <= range.start || marker.start >= range.end);
  const toRider = (range: TextRange, reason: string): Rider => ({ ...widen(range, shown), reason });
  const markup = findForeignMarkup(shown, places, settings)
    .flatMap(({ cuts }) => (cuts.every(isApart) ? cuts.filter((range) => range.end > range.start) : []))
    .map((range) => toRider(range, 'The cited note does not have this markup.'));
  const isFree = (range: TextRange) =>
    isApart(range) && markup.every((other) => other.end <= range.start || other.start >= range.end);
  const asides = [...shown.matchAll(BRACKETED)]
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length }))
    .filter((range) => isFree(range) && WORDLIKE.test(shown.slice(range.start, range.end)))
    .map((range) => toRider(range, 'It is inside the cited text, and the note does not have it.'));
  const behind = own.at(-1)?.end ?? raw.length;
  const tail = { start: behind, end: tailEnd(raw, behind) };
  return {
    markup,
    asides,
    tail:
      role === 'text' && WORDLIKE.test(shown.slice(tail.start, tail.end))
        ? [{ ...tail, reason: 'No citation follows it.' }]
        : [],
  };
}

/** Returns the end of the text after the last marker: before the sentence's stop and any closing marks opened earlier. */
function tailEnd(raw: string, behind: number): number {
  let end = raw.length;
  for (; end > behind; end--) {
    const sign = raw[end - 1] as string;
    const opener = OPENER_OF[sign];
    if (opener === undefined ? !STOPS.includes(sign) : raw.slice(behind, end - 1).includes(opener)) break;
  }
  return end;
}

/** Extends a part by the space before it or, at the start of a text, the space after it, if no word follows directly. */
function widen({ start, end }: TextRange, text: string): TextRange {
  let [from, to] = [start, end];
  if (start === 0) while (text[to] === ' ') to++;
  else if (!WORDLIKE.test(text[end] ?? '')) while (text[from - 1] === ' ') from--;
  return { start: from, end: to };
}
