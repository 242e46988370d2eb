import { decodeText, type SpanLike, type Utf16Offset } from '@memora/core';
import type { Detector } from '../create-detector.ts';
import { mergeSpans, type TextRange } from '../merge-spans.ts';
import { findCutTokens } from './find-cut-tokens.ts';
import { findLabelledLines } from './find-labelled-lines.ts';
import { findSecretCells } from './find-secret-cells.ts';
import { joinSpaced } from './join-spaced.ts';
import { readPlain } from './read-plain.ts';

/**
 * The secret ranges of Markdown, merged and in order. An enforced detector checks the text as it is read,
 * text below labels, headings and the title of the note, columns with a title, tokens that are split, and
 * words with a blank after each letter. Documents and notes are checked alike. Null if the detector failed.
 */
export function findSecretRanges(
  markdown: string,
  detector: Pick<Detector, 'detect'>,
  title = '',
): readonly TextRange[] | null {
  try {
    const { text, written } = readPlain(markdown);
    const found = detector.detect(text);
    const joined = joinSpaced(text);
    const spaced = joined === null ? null : detector.detect(joined.text);
    if (found.failed || spaced?.failed === true) return null;
    const whole = mergeSpans([
      ...found.spans.map(written),
      ...(spaced?.spans ?? []).map((range) => written(joined?.written(range) ?? range)),
      ...findLabelledRanges(markdown, detector, title),
    ]);
    return mergeSpans([...whole, ...findCutTokens(markdown, detector, whole)]);
  } catch {
    return null;
  }
}

/** The ranges of Markdown that are secret because of a label, a heading or the title of a column. Throws the detector's errors. */
export function findLabelledRanges(
  markdown: string,
  detector: Pick<Detector, 'detect'>,
  title = '',
): readonly TextRange[] {
  return mergeSpans([
    ...findSecretCells(markdown, detector),
    ...findLabelledLines(markdown, detector, title),
  ]);
}

/** {@link findSecretRanges} of a file, in bytes. */
export function findSecretSpans(
  bytes: Uint8Array,
  detector: Pick<Detector, 'detect'>,
  title = '',
): readonly SpanLike[] | null {
  const { text, table } = decodeText(bytes);
  const toByte = (offset: number) => table.toByte(offset as Utf16Offset);
  const found = findSecretRanges(text, detector, title);
  return found?.map(({ start, end }) => ({ start: toByte(start), end: toByte(end) })) ?? null;
}
