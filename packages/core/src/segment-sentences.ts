import { endsSentence } from './ends-sentence.ts';

/** A half-open range `[start, end)` in UTF-16 code units of the text it was found in. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Options of {@link segmentSentences}. */
export interface SentenceOptions {
  /** BCP 47 tag for `Intl.Segmenter`; sentence rules differ little between languages, so `en` serves by default. */
  readonly locale?: string;
}

/** A stop with something behind it: only then can there be two sentences. A stop of Latin needs white space after it. */
const INNER_STOP = /[.!?…]["'”’»)\]*_~^\d[]*\s+\S|(?![.!?])\p{Sentence_Terminal}\s*\S/u;
/** Emphasis marks and footnote calls right after a stop belong to the sentence it ends. */
const TRAILING_SYNTAX = /(?<=\p{Sentence_Terminal}["'”’»)\]]*)(?:[*_~]+|\[\^[^\]\s]*\])+/gu;
const segmenters = new Map<string, Intl.Segmenter>();

/**
 * Splits running text into sentences, for any script: `Intl.Segmenter` corrected for abbreviations, initials, ordinals,
 * quotations and line wraps. Ranges are in order, do not overlap, exclude surrounding white space and cover all other text.
 * A line break counts as a space: pass one paragraph at a time.
 */
export function segmentSentences(text: string, options: SentenceOptions = {}): TextRange[] {
  if (!INNER_STOP.test(text)) return trimmed(text, 0, text.length);
  const line = text
    .replace(/[\r\n\u0085\u2028\u2029]/gu, ' ')
    // Quotation marks close a sentence for the segmenter, asterisks do not.
    .replace(TRAILING_SYNTAX, (syntax) => '"'.repeat(syntax.length));
  const ranges: TextRange[] = [];
  let start = 0;
  for (const { index, segment } of segmenterOf(options.locale ?? 'en').segment(line)) {
    const end = index + segment.length;
    if (
      end < line.length &&
      !endsSentence(line.slice(Math.max(start, end - 100), end), line.slice(end, end + 80))
    )
      continue;
    ranges.push(...trimmed(text, start, end));
    start = end;
  }
  if (start < text.length) ranges.push(...trimmed(text, start, text.length));
  return ranges;
}

function segmenterOf(locale: string): Intl.Segmenter {
  let segmenter = segmenters.get(locale);
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
    segmenters.set(locale, segmenter);
  }
  return segmenter;
}

function trimmed(text: string, from: number, to: number): TextRange[] {
  let start = from;
  let end = to;
  while (start < end && /\s/u.test(text[start] as string)) start++;
  while (end > start && /\s/u.test(text[end - 1] as string)) end--;
  return start < end ? [{ start, end }] : [];
}
