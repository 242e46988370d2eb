import type { Block, BlockContainer, BlockTree } from './block.ts';
import { parseWithMicromark } from './parse-with-micromark.ts';
import { readSimpleChunk } from './read-simple-chunk.ts';
import { type Chunk, splitChunks } from './split-chunks.ts';
import { readLines, type TextLine } from './text-lines.ts';

/**
 * Parses a text to blocks. It is split where that changes nothing; chunks of plain paragraphs, headings and lists are read
 * directly, all others by micromark, some kilobytes at a time. The tree is the one micromark gives for the whole text.
 */
export function parseBlocks(text: string, base: number): BlockTree {
  const lines = readLines(text);
  const tree: TreeDraft = { blocks: [], containers: [] };
  let pending: Chunk | null = null;
  for (const chunk of splitChunks(text, lines)) {
    const simple = readSimpleChunk(text, lines, chunk, base);
    if (simple === null) {
      const from: number = pending === null ? chunk.from : pending.from;
      pending = { from, to: chunk.to };
      if (sizeOf(lines, pending) < PARSE_TOGETHER) continue;
    }
    if (pending !== null) append(tree, parseChunk(text, lines, pending, base));
    if (simple !== null) append(tree, simple);
    pending = null;
  }
  if (pending !== null) append(tree, parseChunk(text, lines, pending, base));
  return tree;
}

/** UTF-16 units of complex chunks that go to micromark in one call: a call has a cost, and so has a long text. */
const PARSE_TOGETHER = 16_384;

interface TreeDraft {
  readonly blocks: Block[];
  readonly containers: BlockContainer[];
}

function parseChunk(text: string, lines: readonly TextLine[], chunk: Chunk, base: number): BlockTree {
  const start = (lines[chunk.from] as TextLine).start;
  const end = (lines[chunk.to - 1] as TextLine).next;
  return parseWithMicromark(text.slice(start, end), base + start);
}

/** Adds a tree whose containers count from 0. */
function append(tree: TreeDraft, added: BlockTree): void {
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
