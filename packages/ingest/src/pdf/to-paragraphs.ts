import type { DocumentBlock } from '../formats/format-reader.ts';
import { escapeInline, escapeMarkdown } from '../markdown/escape-markdown.ts';
import { writeTable } from '../markdown/write-table.ts';
import type { PdfLine, PdfPage } from './fragment.ts';
import { joinLines, type WordsOfDocument } from './join-lines.ts';

/** The titles of a document's outline, as {@link normalised}, with their depth from 1. */
type OutlineLevels = ReadonlyMap<string, number>;

interface Paragraph {
  readonly lines: PdfLine[];
  readonly kind: 'text' | 'heading' | 'item' | 'table';
  readonly level: number;
}

const BULLET = /^(?:[•‣◦▪●○■□–—*·-]|\(?(?:\d{1,3}|[a-z])[.)])\s+(?=\S)/u;
const END = /[.!?…:;。！？؟۔।]["'”’»)\]]*$/u;

/** The pages as blocks, each page with its number. A paragraph that continues on the next page belongs to the page on which it begins. */
export function toBlocks(
  pages: readonly PdfPage[],
  outline: OutlineLevels,
  words: WordsOfDocument,
): DocumentBlock[] {
  const bodySize = usualSize(pages);
  const blocks: { text: string; at: string; isOpen: boolean }[] = [];
  for (const { number, lines } of pages) {
    const at = `page ${number}`;
    for (const [i, paragraph] of toParagraphs(lines, outline, bodySize).entries()) {
      let text = joinLines(
        paragraph.lines.map((line) => line.text),
        words,
      );
      const last = blocks.at(-1);
      // Text that continues across a page break.
      if (
        i === 0 &&
        paragraph.kind === 'text' &&
        last?.isOpen === true &&
        last.at !== at &&
        !/^\p{Lu}[^\p{Ll}]*$/u.test(text)
      ) {
        const [head, rest] = cutAtSentence(text);
        last.text = joinLines([last.text, head], words);
        last.isOpen = rest === '' && !END.test(head);
        text = rest;
      }
      if (text === '') continue;
      blocks.push({
        text: write(text, paragraph),
        at,
        isOpen: paragraph.kind !== 'heading' && paragraph.kind !== 'table' && !END.test(text),
      });
    }
  }
  return blocks.map(({ text, at }) => ({ text, at }));
}

/** Splits the text of a page into the end of a sentence from the previous page, and the rest. */
function cutAtSentence(text: string): readonly [string, string] {
  const end = /[.!?…。！？؟۔।]["'”’»)\]]*(?:\s+(?=["'“‘«([]*[\p{Lu}\p{Lo}\d])|$)/u.exec(text);
  if (end === null) return [text, ''];
  return [text.slice(0, end.index + end[0].length).trimEnd(), text.slice(end.index + end[0].length)];
}

function write(text: string, { kind, level, lines }: Paragraph): string {
  const [head, ...rows] = lines[0]?.table ?? [];
  if (head !== undefined)
    return writeTable(
      head.map(escapeInline),
      rows.map((row) => row.map(escapeInline)),
    );
  if (kind === 'heading') return `${'#'.repeat(level)} ${escapeInline(text)}`;
  if (kind === 'item') {
    const mark = BULLET.exec(text)?.[0] ?? '';
    const number = /^\(?(\d{1,3})[.)]/.exec(mark)?.[1];
    if (/^\(?[a-z][.)]/.test(mark)) return escapeMarkdown(text);
    return `${number === undefined ? '- ' : `${number}. `}${escapeInline(text.slice(mark.length))}`;
  }
  return escapeMarkdown(text);
}

function toParagraphs(lines: readonly PdfLine[], outline: OutlineLevels, bodySize: number): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const leading = usualLeading(lines);
  for (const [i, line] of lines.entries()) {
    const last = paragraphs.at(-1);
    const before = lines[i - 1];
    if (line.table !== undefined) {
      paragraphs.push({ lines: [line], kind: 'table', level: 0 });
      continue;
    }
    const level = headingLevel(line, outline, bodySize);
    const isItem = level === 0 && BULLET.test(line.text) && isAtMargin(line);
    const kind = level > 0 ? 'heading' : isItem ? 'item' : 'text';
    const goesOn =
      last !== undefined &&
      before !== undefined &&
      !isItem &&
      last.kind !== 'table' &&
      (kind === 'heading') === (last.kind === 'heading') &&
      (kind !== 'heading' ||
        (level === last.level &&
          isNear(before, line, 1.6 * line.size) &&
          !outline.has(normalised(before.text)))) &&
      !startsAnew(before, line, leading);
    if (goesOn) last.lines.push(line);
    else paragraphs.push({ lines: [line], kind, level });
  }
  return paragraphs;
}

function isAtMargin({ x, column }: PdfLine): boolean {
  return x - column.x < 0.35 * (column.right - column.x);
}

function isNear(before: PdfLine, line: PdfLine, most: number): boolean {
  const gap = before.y - line.y;
  return gap > 0 && gap <= most;
}

/** True if a line begins a paragraph: after a gap, with an indent, in another size, or after a short line. */
function startsAnew(before: PdfLine, line: PdfLine, leading: number): boolean {
  const isOtherColumn = before.column !== line.column;
  const width = line.column.right - line.column.x;
  if (Math.abs(before.size - line.size) > 0.15 * Math.max(before.size, line.size)) return true;
  const isFull = before.column.right - before.right < 0.12 * (before.column.right - before.column.x);
  if (isOtherColumn)
    return END.test(before.text) && !isFull ? true : END.test(before.text) && isIndented(line);
  if (!isNear(before, line, leading * 1.35)) return true;
  if (isIndented(line) && !isIndented(before) && END.test(before.text) && line.x - before.x > 0.6 * line.size)
    return true;
  return (
    END.test(before.text) && before.column.right - before.right > 0.2 * width && !/[,;]$/.test(before.text)
  );
}

function isIndented({ x, column, size }: PdfLine): boolean {
  return x - column.x > 0.6 * size && x - column.x < 6 * size;
}

const LONGEST_HEADING = 160;

function headingLevel({ text, size }: PdfLine, outline: OutlineLevels, bodySize: number): number {
  const listed = outline.get(normalised(text));
  if (listed !== undefined) return Math.min(6, listed);
  if (text.length > LONGEST_HEADING || size < bodySize * 1.15 || !/\p{L}{2}/u.test(text)) return 0;
  return size > bodySize * 1.6 ? 1 : size > bodySize * 1.3 ? 2 : 3;
}

/** Titles in the form in which they are compared: only letters and digits, without the section number. */
export function normalised(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^(?:chapter\s+)?[\divxlc]+(?:\.\d+)*\.?\s+/u, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** The font size of most letters. */
function usualSize(pages: readonly PdfPage[]): number {
  const letters = new Map<number, number>();
  for (const { lines } of pages)
    for (const { size, text } of lines) {
      const key = Math.round(size * 2) / 2;
      letters.set(key, (letters.get(key) ?? 0) + text.length);
    }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
}

/** The distance between most lines of a page. */
function usualLeading(lines: readonly PdfLine[]): number {
  const gaps: number[] = [];
  for (const [i, line] of lines.entries()) {
    const before = lines[i - 1];
    if (before !== undefined && before.column === line.column && before.y > line.y)
      gaps.push(before.y - line.y);
  }
  gaps.sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length * 0.4)] ?? 14;
}
