import { allMatches } from '../text/all-matches.ts';
import { endsSentence, type SentenceBias } from './ends-sentence.ts';

/** A half-open range `[start, end)` in UTF-16 code units of its text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Options of {@link segmentSentences}. */
export interface SentenceOptions {
  /** How a doubtful end is decided: `whole` (default) for evidence, `split` for text that needs evidence. */
  readonly bias?: SentenceBias;
}

/** A stop with text after it, without which there can't be two sentences. A Latin stop needs white space after it. */
const INNER_STOP = /[.!?…‥]["'”’»)\]*_~^\d[」』）】]*\s+\S|(?![.!?])\p{Sentence_Terminal}\s*\S/u;
/** Quotation marks, emphasis marks and footnote references right after a stop belong to the sentence that it ends. */
const FOOTNOTES = '(?:(?:\\[\\^[^\\]\\s]{0,40}\\])+[*_~]*)?';
const BEHIND = `["'”’»)\\]」』）】*_~]*${FOOTNOTES}`;
/** If no space is required, emphasis marks before a letter may open the next sentence. */
const BEHIND_WIDE = `["'”’»)\\]」』）】]*(?:[*_~]+(?![\\p{L}\\p{N}*_~]))?${FOOTNOTES}`;
/** A possible end of a sentence, including the space after it. */
const MAY_END = new RegExp(
  `(?<![.!?…‥])[.!?…‥]+${BEHIND}\\s+|(?![.!?])\\p{Sentence_Terminal}[\\p{Sentence_Terminal}…]*${BEHIND_WIDE}(?<!．)\\s*|．${BEHIND_WIDE}(?!\\d)\\s*`,
  'gu',
);
const EMOJI =
  '(?<!\\u200d)(?:\\p{Emoji_Presentation}|\\p{Extended_Pictographic}\\ufe0f)\\ufe0f?(?:\\u200d\\p{Extended_Pictographic}\\ufe0f?)*';
/** Further ends in an answer: no space after the stop, or an emoji as the stop. */
const ENDS_EARLY = new RegExp(
  `(?<=\\p{Ll}{2})[.!?]["'”’»)\\]]*(?=\\p{Lu}\\p{Ll})|${EMOJI}\\s+(?=["'“‘«„([*_]*\\p{Lu})`,
  'gu',
);

/**
 * Splits running text into sentences, for any script: at stops, except after abbreviations, initials and ordinals, inside quotations, and at line wraps. Ranges
 * are in order, do not overlap, exclude surrounding white space and cover all other text. A line break counts as a space: pass one paragraph at a time.
 */
export function segmentSentences(text: string, { bias = 'whole' }: SentenceOptions = {}): TextRange[] {
  if (bias === 'whole' && !INNER_STOP.test(text)) return trimmed(text, 0, text.length);
  const line = text.replace(/[\r\n\u0085\u2028\u2029]/gu, ' ');
  const ranges: TextRange[] = [];
  let start = 0;
  for (const end of sentenceEnds(line, bias, text)) {
    ranges.push(...trimmed(text, start, end));
    start = end;
  }
  if (start < text.length) ranges.push(...trimmed(text, start, text.length));
  return ranges;
}

/**
 * True if only blanks separate a place from the start of its line. An emoji there belongs to the words after
 * it, as in a list of checks.
 */
function isAtLineStart(text: string, index: number): boolean {
  const before = text.slice(0, index);
  const gap = before.slice(before.trimEnd().length);
  return gap.length === before.length || gap.includes('\n') || gap.includes('\r');
}

function sentenceEnds(line: string, bias: SentenceBias, text: string): number[] {
  const places = allMatches(line, MAY_END).map(({ 0: mark, index }) => ({
    end: index + mark.length,
    isSure: false,
  }));
  if (bias === 'split') {
    for (const { 0: mark, index } of allMatches(line, ENDS_EARLY))
      if (!isAtLineStart(text, index)) places.push({ end: index + mark.length, isSure: true });
    places.sort((a, b) => a.end - b.end);
  }
  const ends: number[] = [];
  let start = 0;
  for (const { end, isSure } of places) {
    if (end >= line.length) break;
    if (
      !isSure &&
      !endsSentence(line.slice(Math.max(start, end - 100), end), line.slice(end, end + 80), bias)
    )
      continue;
    ends.push(end);
    start = end;
  }
  return ends;
}

function trimmed(text: string, from: number, to: number): TextRange[] {
  let start = from;
  let end = to;
  while (start < end && /\s/u.test(text[start] as string)) start++;
  while (end > start && /\s/u.test(text[end - 1] as string)) end--;
  return start < end ? [{ start, end }] : [];
}
