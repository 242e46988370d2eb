import type { Block, BlockContainer, BlockTree, Range } from './block.ts';
import { isPlainStart, type ListMarker, readListMarker } from './plain-start.ts';
import type { Chunk } from './split-chunks.ts';
import { isBlankLine, type TextLine } from './text-lines.ts';

interface OpenItem {
  readonly item: number;
  readonly list: number;
  readonly marker: ListMarker;
  /** Column at which the item's content starts. */
  readonly column: number;
}

/**
 * Reads a chunk of the plainest kind: paragraphs, ATX headings, code fences, and lists of one-paragraph items. `null` for anything else. Containers count from
 * 0; `base` is added to each offset.
 */
export function readSimpleChunk(
  text: string,
  lines: readonly TextLine[],
  chunk: Chunk,
  base: number,
): BlockTree | null {
  const blocks: Block[] = [];
  const containers: BlockContainer[] = [];
  const items: OpenItem[] = [];
  let paragraph: Range[] | null = null;

  function closeParagraph(): void {
    if (paragraph === null) return;
    const start = (paragraph[0] as Range).start;
    const end = (paragraph.at(-1) as Range).end;
    const container = items.at(-1)?.item ?? -1;
    blocks.push({ kind: 'paragraph', start, end, lines: paragraph, container, level: 0 });
    for (const { item, list } of items) {
      (containers[item] as BlockContainer).end = end;
      (containers[list] as BlockContainer).end = end;
    }
    paragraph = null;
  }

  for (let i = chunk.from; i < chunk.to; i++) {
    const line = lines[i] as TextLine;
    if (isBlankLine(line)) {
      closeParagraph();
      continue;
    }
    if (isPlainStart(text, line.first, line.end)) {
      if (paragraph === null) {
        // Indentation decides whether text after a blank line belongs to an item; the parser handles that.
        if (line.column !== 0 || items.length > 0) return null;
        paragraph = [];
      }
      paragraph.push(trimmedRange(text, line.first, line.end, base));
    } else if (text.charCodeAt(line.first) === 35) {
      const heading = line.column === 0 && items.length === 0 ? readAtxHeading(text, line, base) : null;
      if (heading === null) return null;
      closeParagraph();
      blocks.push(heading);
    } else if (isFenceCharacter(text.charCodeAt(line.first))) {
      const close = line.column === 0 && items.length === 0 ? closeOfFence(text, lines, i, chunk.to) : -1;
      if (close === -1) return null;
      closeParagraph();
      const end = (lines[close] as TextLine).end + base;
      blocks.push({ kind: 'code', start: line.first + base, end, lines: [], container: -1, level: 0 });
      i = close;
    } else {
      const marker = readListMarker(text, line.first, line.end);
      if (marker === null || !isPlainStart(text, marker.content, line.end)) return null;
      const interrupts = paragraph !== null;
      if (interrupts && items.length === 0 && marker.isOrdered && marker.number !== 1) return null;
      closeParagraph();
      if (!openItem(line, marker, interrupts)) return null;
      paragraph = [trimmedRange(text, marker.content, line.end, base)];
    }
  }
  closeParagraph();
  return { blocks, containers };

  function openItem(line: TextLine, marker: ListMarker, interrupts: boolean): boolean {
    let sibling: OpenItem | null = null;
    while (items.length > 0 && line.column < (items.at(-1) as OpenItem).column)
      sibling = items.pop() as OpenItem;
    const outer = items.at(-1);
    if (line.column - (outer?.column ?? 0) > 3) return false;
    let list: number;
    if (sibling !== null) {
      if (sibling.marker.type !== marker.type) return false;
      list = sibling.list;
    } else {
      // Only a list that starts with 1 may interrupt a paragraph.
      if (interrupts && marker.isOrdered && marker.number !== 1) return false;
      list = addContainer('list', line, marker, outer?.item ?? -1);
    }
    const item = addContainer('item', line, marker, list);
    items.push({ item, list, marker, column: line.column + (marker.content - line.first) });
    return true;
  }

  function addContainer(kind: 'list' | 'item', line: TextLine, marker: ListMarker, parent: number): number {
    const start = line.first + base;
    const outer = items.at(-1)?.column ?? 0;
    const lead = leadOf(text, line, outer) + base;
    containers.push({
      kind,
      start,
      lead,
      end: start,
      parent,
      contentStart: (kind === 'list' ? line.first : marker.content) + base,
    });
    return containers.length - 1;
  }
}

/** The start of the indentation that does not belong to the outer item. */
function leadOf(text: string, line: TextLine, outerColumn: number): number {
  let at = line.start;
  for (let column = 0; at < line.first && column < outerColumn; at++) {
    column += text.charCodeAt(at) === 9 ? 4 - (column & 3) : 1;
  }
  return at;
}

function readAtxHeading(text: string, line: TextLine, base: number): Block | null {
  let level = 0;
  while (text.charCodeAt(line.first + level) === 35) level++;
  const after = text.charCodeAt(line.first + level);
  if (level > 6 || (after !== 32 && after !== 9)) return null;
  const content = trimmedRange(text, line.first + level, line.end, 0);
  // The parser handles closing sequences and empty headings.
  if (content.start >= content.end || text.charCodeAt(content.end - 1) === 35) return null;
  const range = { start: content.start + base, end: content.end + base };
  return { kind: 'heading', start: line.first + base, end: range.end, lines: [range], container: -1, level };
}

function isFenceCharacter(code: number): boolean {
  return code === 96 || code === 126;
}

/** The line that closes the fence on line `at`; -1 if no fence opens or none closes. */
function closeOfFence(text: string, lines: readonly TextLine[], at: number, to: number): number {
  const open = lines[at] as TextLine;
  const marker = text[open.first] as string;
  let length = 0;
  while (text[open.first + length] === marker) length++;
  if (length < 3 || (marker === '`' && text.slice(open.first + length, open.end).includes('`'))) return -1;
  const fence = marker.repeat(length);
  for (let i = at + 1; i < to; i++) {
    const line = lines[i] as TextLine;
    if (line.column > 3 || !text.startsWith(fence, line.first)) continue;
    const rest = text.slice(line.first, line.end).replace(/[ \t]+$/, '');
    if (rest === marker.repeat(rest.length)) return i;
  }
  return -1;
}

function trimmedRange(text: string, from: number, to: number, base: number): Range {
  let start = from;
  let end = to;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return { start: start + base, end: end + base };
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}
