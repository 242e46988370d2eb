import { findDelimitedEnd } from './delimited-block.ts';
import { isBlankLine, type TextLine } from './text-lines.ts';

/** Lines `[from, to)` that parse alone exactly as they do in the whole text. */
export interface Chunk {
  readonly from: number;
  readonly to: number;
}

const FENCE = /(?:`{3,}|~{3,})/y;
const RAW_HTML = /<(?:script|pre|style|textarea|!--|\?|!\[CDATA\[|![a-z])/iy;

/**
 * Splits a text into chunks at unindented lines after a blank line, unless an open fence, raw HTML, `$$` or `%%` block or a list may reach over them. If that
 * can't be known, the rest of the text stays one chunk, which is always correct.
 */
export function splitChunks(text: string, lines: readonly TextLine[]): Chunk[] {
  const chunks: Chunk[] = [];
  let from = 0;
  let at = 0;
  let inContainer = false;
  let inList = false;
  let afterBlank = true;
  let afterIndented = false;
  while (at < lines.length) {
    const line = lines[at] as TextLine;
    if (isBlankLine(line)) {
      afterBlank = true;
      at++;
      continue;
    }
    const isBound = (inList && startsLikeList(text, line)) || (afterIndented && startsLikeNumber(text, line));
    if (afterBlank && line.column === 0 && !isBound) {
      if (at > from) chunks.push({ from, to: at });
      from = at;
      inContainer = false;
      inList = false;
    }
    afterBlank = false;
    afterIndented = line.column > 3;
    const opensContainer = startsContainer(text, line);
    inContainer ||= opensContainer;
    inList ||= opensContainer && text[line.first] !== '>';
    const end = endOfOpaque(text, lines, at, inContainer);
    if (end === null) break;
    at = end;
  }
  if (from < lines.length) chunks.push({ from, to: lines.length });
  return chunks;
}

/** `-`, `+`, `*` and digits: the beginning of an item of an open list, or of something similar. */
function startsLikeList(text: string, { first }: TextLine): boolean {
  return /[-+*0-9]/.test(text[first] as string);
}

/** After indented code, with or without blank lines, micromark starts a numbered list only at 1. */
function startsLikeNumber(text: string, { first }: TextLine): boolean {
  return /[0-9]/.test(text[first] as string);
}

function startsContainer(text: string, { first }: TextLine): boolean {
  const character = text[first] as string;
  return character === '>' || /[-+*0-9]/.test(character) || text.startsWith('[^', first);
}

/** The line after a block that may hold blank lines, if one starts on line `at`; otherwise `at + 1`. `null` if the end can't be known without parsing. */
function endOfOpaque(
  text: string,
  lines: readonly TextLine[],
  at: number,
  inContainer: boolean,
): number | null {
  const line = lines[at] as TextLine;
  const content = contentAfterMarkers(text, line);
  if (content >= line.end) return at + 1;
  const character = text[content] as string;
  // Text at the left edge closes every container.
  const isTop = content === line.first && (line.column === 0 || !inContainer);
  if (isTop && line.column > 3) return at + 1;
  if (character === '`' || character === '~') {
    FENCE.lastIndex = content;
    const fence = FENCE.exec(text);
    if (fence === null) return at + 1;
    return endOfFence(text, lines, at, { content, marker: fence[0], isTop });
  }
  if (character === '<') {
    RAW_HTML.lastIndex = content;
    if (!RAW_HTML.test(text)) return at + 1;
    return endOfHtml(text, lines, at, content, isTop);
  }
  if (character === '$' || character === '%') {
    const end = findDelimitedEnd(text, content, character);
    if (end === -1) return at + 1;
    if (!isTop) return end <= line.end ? at + 1 : null;
    return lineAfter(lines, at, end - 1);
  }
  return at + 1;
}

/** Skips quote marks, list markers and white space, up to where a leaf block of the line would start. */
function contentAfterMarkers(text: string, line: TextLine): number {
  const prefix = /(?:[ \t]|>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\r\n]*\]:)*/y;
  prefix.lastIndex = line.first;
  return line.first + (prefix.exec(text)?.[0].length ?? 0);
}

function endOfFence(
  text: string,
  lines: readonly TextLine[],
  at: number,
  fence: { readonly content: number; readonly marker: string; readonly isTop: boolean },
): number | null {
  const line = lines[at] as TextLine;
  const info = text.slice(fence.content + fence.marker.length, line.end);
  if (fence.marker[0] === '`' && info.includes('`')) return at + 1;
  // Inside a container, the end of the fence is certain only if every line up to it stays inside.
  const prefix = fence.isTop ? '' : ' '.repeat(fence.content - line.start);
  if (!fence.isTop && /[^ ]/.test(text.slice(line.start, fence.content).replace(/[-+*.)\d]/g, ' ')))
    return null;
  for (let i = at + 1; i < lines.length; i++) {
    const next = lines[i] as TextLine;
    if (isBlankLine(next)) continue;
    if (prefix !== '' && !text.startsWith(prefix, next.start)) return null;
    if (next.column - prefix.length > 3 || !text.startsWith(fence.marker, next.first)) continue;
    const rest = text.slice(next.first, next.end).trimEnd();
    if (rest === (fence.marker[0] as string).repeat(rest.length)) return i + 1;
  }
  return fence.isTop ? lines.length : null;
}

/** Raw HTML reaches to its own end mark, or to the end of the text or container. */
function endOfHtml(
  text: string,
  lines: readonly TextLine[],
  at: number,
  content: number,
  isTop: boolean,
): number | null {
  const mark = htmlEndMark(text.slice(content, content + 12).toLowerCase());
  mark.lastIndex = content + 2;
  const close = mark.exec(text);
  if (close !== null && close.index < (lines[at] as TextLine).end) return at + 1;
  if (!isTop) return null;
  return close === null ? lines.length : lineAfter(lines, at, close.index);
}

function htmlEndMark(open: string): RegExp {
  if (/^<(?:script|pre|style|textarea)/.test(open)) return /<\/(?:script|pre|style|textarea)>/gi;
  if (open.startsWith('<!--')) return /-->/g;
  if (open.startsWith('<?')) return /\?>/g;
  return open.startsWith('<![cdata[') ? /\]\]>/g : />/g;
}

/** The index of the line after the one that holds `offset`. */
function lineAfter(lines: readonly TextLine[], from: number, offset: number): number {
  let low = from;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle] as TextLine).start <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
