import type { Block, BlockContainer, BlockCut, BlockTree } from './block.ts';
import { parseWithMicromark } from './parse-with-micromark.ts';
import { readSimpleChunk } from './read-simple-chunk.ts';
import { type Chunk, splitChunks } from './split-chunks.ts';
import { finish, type Steps } from './steps.ts';
import { isBlankLine, readLines, type TextLine } from './text-lines.ts';

/**
 * Parses a text to blocks. The text is split only where that does not change the result. Chunks of plain paragraphs, headings and lists are read directly;
 * micromark reads all others, some kilobytes at a time. The tree is the one that micromark gives for the whole text.
 */
export function parseBlocks(text: string, base: number): BlockTree {
  return finish(parseBlocksInSteps(text, base));
}

/** The same, a few kilobytes a step. */
export function* parseBlocksInSteps(text: string, base: number): Steps<BlockTree> {
  const lines = readLines(text);
  const tree: TreeDraft = { blocks: [], containers: [], cuts: [] };
  let pending: Chunk | null = null;
  for (const chunk of splitChunks(text, lines)) {
    yield 0;
    const simple = readSimpleChunk(text, lines, chunk, base);
    if (simple === null) {
      const from: number = pending === null ? chunk.from : pending.from;
      pending = { from, to: chunk.to };
      if (sizeOf(lines, pending) < PARSE_TOGETHER) continue;
    }
    if (pending !== null) append(tree, yield* parseChunk(text, lines, pending, base));
    if (simple !== null) append(tree, simple);
    pending = null;
  }
  if (pending !== null) append(tree, yield* parseChunk(text, lines, pending, base));
  return tree;
}

/** UTF-16 units of complex chunks that go to micromark in one call. Each call has a fixed cost, and long texts have a growing one. */
const PARSE_TOGETHER = 16_384;

export interface TreeDraft {
  readonly blocks: Block[];
  readonly containers: BlockContainer[];
  readonly cuts: BlockCut[];
}

/** Parses a chunk with micromark: in parts if it is very long, and not at all if it is nested so deeply that parsing would never end. */
function* parseChunk(text: string, lines: readonly TextLine[], chunk: Chunk, base: number): Steps<BlockTree> {
  const tree: TreeDraft = { blocks: [], containers: [], cuts: [] };
  for (let from = chunk.from; from < chunk.to; ) {
    const to = cutLine(text, lines, from, chunk.to);
    const start = (lines[from] as TextLine).start;
    yield (lines[to - 1] as TextLine).next - start;
    if (from > chunk.from) tree.cuts.push({ kind: 'split', at: start + base });
    if (isTooDeep(text, lines, from, to)) {
      tree.cuts.push({ kind: 'deep', at: start + base });
      append(tree, readLinesAsParagraphs(lines, from, to, base));
    } else {
      append(tree, parseWithMicromark(text.slice(start, (lines[to - 1] as TextLine).next), base + start));
    }
    from = to;
  }
  return tree;
}

/** A longer block is cut. */
const MAX_BLOCK = 65_536;
const MAX_DEPTH = 64;
/** Maximum number of lines in one part that look like a heading's underline: for each of them micromark moves everything it has read. */
const MAX_UNDERLINES = 200;

/** The line before which a part ends: the chunk's end, otherwise the last blank line within reach, otherwise the last line. */
function cutLine(text: string, lines: readonly TextLine[], from: number, to: number): number {
  const limit = (lines[from] as TextLine).start + MAX_BLOCK;
  let end = from;
  let blank = -1;
  let underlines = 0;
  while (end < to && underlines < MAX_UNDERLINES) {
    const line = lines[end] as TextLine;
    if (end > from && line.next > limit) break;
    if (isBlankLine(line)) blank = end + 1;
    else if (isUnderline(text, line)) underlines++;
    end++;
  }
  if (end === to) return to;
  return blank > from ? blank : end;
}

/** Only equals signs, or only dashes. micromark decides what the line is. */
function isUnderline(text: string, { first, end }: TextLine): boolean {
  const mark = text[first];
  if (mark !== '=' && mark !== '-') return false;
  const said = text.slice(first, end).trimEnd();
  return said === mark.repeat(said.length);
}

function isTooDeep(text: string, lines: readonly TextLine[], from: number, to: number): boolean {
  const markers = /(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))*/y;
  for (let i = from; i < to; i++) {
    const line = lines[i] as TextLine;
    if (line.column > MAX_DEPTH * 4) return true;
    markers.lastIndex = line.first;
    const prefix = markers.exec(text)?.[0] ?? '';
    if (prefix.length > MAX_DEPTH && (prefix.match(/[>+*\-.)]/g)?.length ?? 0) > MAX_DEPTH) return true;
  }
  return false;
}

function readLinesAsParagraphs(
  lines: readonly TextLine[],
  from: number,
  to: number,
  base: number,
): BlockTree {
  const blocks = lines.slice(from, to).flatMap((line): Block[] => {
    if (isBlankLine(line)) return [];
    const range = { start: line.first + base, end: line.end + base };
    return [{ kind: 'paragraph', ...range, lines: [range], container: -1, level: 0 }];
  });
  return { blocks, containers: [] };
}

/** Adds a tree whose containers count from 0. */
function append(tree: TreeDraft, added: BlockTree): void {
  for (const cut of added.cuts ?? []) tree.cuts.push(cut);
  const shift = tree.containers.length;
  for (const container of added.containers) {
    tree.containers.push(shift === 0 || container.parent === -1 ? container : shifted(container, shift));
  }
  for (const block of added.blocks) {
    tree.blocks.push(
      shift === 0 || block.container === -1 ? block : { ...block, container: block.container + shift },
    );
  }
}

function shifted(container: BlockContainer, shift: number): BlockContainer {
  return { ...container, parent: container.parent + shift };
}

function sizeOf(lines: readonly TextLine[], chunk: Chunk): number {
  return (lines[chunk.to - 1] as TextLine).next - (lines[chunk.from] as TextLine).start;
}
