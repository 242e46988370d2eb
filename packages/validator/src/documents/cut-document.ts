import { segmentSentences, type TextRange } from '@memora/language/sentences';
import { withoutClosingMarks } from '../passages/without-closing-marks.ts';

/** The extent of one claim in a document. */
export type DocumentUnit = 'document' | 'paragraph' | 'sentence';

/** A piece of a document in UTF-16 code units, with its headings. */
interface DocumentPiece extends TextRange {
  readonly headingPath: readonly string[];
}

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/u;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/u;
/** Lines that are separate units: list items and table rows. */
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\S|^[ \t]*\|/u;
/** Lines without content: rules, the line below a table head. */
const RULE = /^[ \t|:=*_-]*$/u;

/**
 * Splits a text (Markdown or plain) into pieces, in order and without overlap: paragraphs, list items, table rows and code blocks, and under `sentence` the
 * sentences of each. Headings are not pieces; they are in `headingPath`.
 */
export function cutDocument(text: string, unit: DocumentUnit): DocumentPiece[] {
  if (unit === 'document') return text.trim() === '' ? [] : [{ start: 0, end: text.length, headingPath: [] }];
  const pieces: DocumentPiece[] = [];
  const headings: string[] = [];
  let open: { start: number; end: number; fence: string | null } | null = null;

  function close(): void {
    if (open === null) return;
    const { start, end, fence } = open;
    open = null;
    const headingPath = headings.filter((heading) => heading !== undefined);
    const block = text.slice(start, end);
    if (fence !== null || unit === 'paragraph') {
      const trimmed = block.trim();
      const from = start + block.indexOf(trimmed);
      if (trimmed !== '') pieces.push({ start: from, end: from + trimmed.length, headingPath });
      return;
    }
    for (const range of segmentSentences(block))
      pieces.push({ start: start + range.start, end: start + range.end, headingPath });
  }

  for (const { start, end } of linesOf(text)) {
    const line = text.slice(start, end);
    if (open?.fence != null) {
      open.end = end;
      if (line.trimStart().startsWith(open.fence) && line.trim().replace(/[`~]/gu, '') === '') close();
      continue;
    }
    const fence = FENCE.exec(line)?.[1];
    const heading = HEADING.exec(line);
    if (fence !== undefined || heading !== null || RULE.test(line) || ITEM.test(line)) close();
    if (fence !== undefined) open = { start, end, fence };
    else if (heading !== null) {
      headings.length = Math.min(headings.length, (heading[1] as string).length - 1);
      headings[(heading[1] as string).length - 1] = withoutClosingMarks(heading[2] as string).trim();
    } else if (!RULE.test(line)) {
      if (open === null) open = { start, end, fence: null };
      else open.end = end;
    }
  }
  close();
  return pieces;
}

function* linesOf(text: string): Generator<TextRange> {
  let start = 0;
  for (const { index, 0: found } of text.matchAll(/\r\n|\n|\r/gu)) {
    yield { start, end: index };
    start = index + found.length;
  }
  if (start < text.length) yield { start, end: text.length };
}
