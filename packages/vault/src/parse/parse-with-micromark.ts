import { parse, preprocess } from 'micromark';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmTable } from 'micromark-extension-gfm-table';
import { subtokenize } from 'micromark-util-subtokenize';
import type { Extension, Token } from 'micromark-util-types';
import type { Block, BlockContainer, BlockKind, BlockRow, BlockTree, Range } from './block.ts';
import { COMMENT_BLOCK, delimitedBlock, MATH_BLOCK } from './delimited-block.ts';
import { readIndentedLists } from './read-indented-lists.ts';

const LEAVES: Readonly<Record<string, BlockKind>> = {
  atxHeading: 'heading',
  setextHeading: 'heading',
  paragraph: 'paragraph',
  table: 'table',
  codeFenced: 'code',
  codeIndented: 'code',
  htmlFlow: 'html',
  definition: 'reference',
  thematicBreak: 'break',
  [MATH_BLOCK]: 'math',
  [COMMENT_BLOCK]: 'comment',
};

const table = gfmTable();
const footnote = { document: gfmFootnote().document ?? {} };

/**
 * The block parser on micromark: document tokens and one `subtokenize`, which is as deep as blocks need. It is the authority on what a block is, except for
 * indented lists. `parseBlocks` reads the plainest text itself and calls this for the rest.
 */
export function parseWithMicromark(text: string, base: number): BlockTree {
  return readIndentedLists(text, parseEvents(text, base), base, (list) => parseEvents(list, 0));
}

function parseEvents(text: string, base: number): BlockTree {
  const parser = parse({ extensions: extensionsFor(text) });
  // micromark drops a byte order mark at the beginning of its input, which would move every later offset: concatenated files have one in the middle. The
  // replacement has no meaning in Markdown either.
  const events = parser.document().write(preprocess()(text.replace(/^\ufeff/u, '\u200b'), undefined, true));
  subtokenize(events);
  const builder = createTreeBuilder(text, base);
  for (const [phase, token] of events) {
    if (phase === 'enter') builder.enter(token);
    else builder.exit(token);
  }
  return builder.tree();
}

function extensionsFor(text: string): Extension[] {
  const extensions: Extension[] = [table];
  if (text.includes('[^')) extensions.push(footnote);
  if (text.includes('$$')) extensions.push({ flow: { 36: delimitedBlock(text, '$', MATH_BLOCK) } });
  if (text.includes('%%')) extensions.push({ flow: { 37: delimitedBlock(text, '%', COMMENT_BLOCK) } });
  return extensions;
}

interface OpenLeaf {
  readonly kind: BlockKind;
  readonly type: string;
  readonly start: number;
  readonly lines: Range[];
  readonly rows: BlockRow[];
  level: number;
}

interface OpenRow {
  readonly start: number;
  readonly isHeader: boolean;
  readonly cells: Range[];
}

function createTreeBuilder(text: string, base: number) {
  const blocks: Block[] = [];
  const containers: BlockContainer[] = [];
  const stack: number[] = [];
  let leaf: OpenLeaf | null = null;
  let row: OpenRow | null = null;
  let inHead = false;
  let indent: Token | null = null;

  function open(kind: BlockContainer['kind'], start: number, contentStart: number): void {
    stack.push(containers.length);
    const parent = stack.at(-2) ?? -1;
    const lead = indent !== null && indent.end.offset === start ? indent.start.offset : start;
    containers.push({
      kind,
      start: start + base,
      lead: lead + base,
      end: -1,
      parent,
      contentStart: contentStart + base,
    });
  }

  function close(end: number): void {
    const index = stack.pop();
    const container = index === undefined ? undefined : containers[index];
    if (container !== undefined) container.end = end + base;
  }

  function innermost(): BlockContainer | undefined {
    return containers[stack.at(-1) ?? -1];
  }

  function enter(token: Token): void {
    const { type } = token;
    const start = token.start.offset;
    if (leaf !== null) {
      enterWithinLeaf(leaf, token, type);
      return;
    }
    const kind = LEAVES[type];
    if (type === 'linePrefix') indent = token;
    else if (kind !== undefined) leaf = { kind, type, start, lines: [], rows: [], level: 0 };
    else if (type === 'blockQuote') open('quote', start, start);
    else if (type === 'listOrdered' || type === 'listUnordered') open('list', start, start);
    else if (type === 'listItemPrefix') {
      if (innermost()?.kind === 'item') close(start);
      open('item', start, token.end.offset);
    } else if (type === 'gfmFootnoteDefinition') open('footnote', start, start);
    else if (type === 'gfmFootnoteDefinitionLabelString') {
      const index = stack.at(-1) ?? -1;
      const container = containers[index];
      if (container !== undefined) {
        containers[index] = { ...container, label: text.slice(start, token.end.offset) };
      }
    }
  }

  function enterWithinLeaf(open: OpenLeaf, token: Token, type: string): void {
    if (type === 'chunkText' && row === null) open.lines.push(trimmedLine(text, token, base));
    else if (type === 'atxHeadingSequence' && open.level === 0) {
      open.level = token.end.offset - token.start.offset;
    } else if (type === 'setextHeadingLineSequence') {
      open.level = text[token.start.offset] === '=' ? 1 : 2;
    } else if (type === 'tableHead') inHead = true;
    else if (type === 'tableRow') row = { start: token.start.offset, isHeader: inHead, cells: [] };
    else if ((type === 'tableHeader' || type === 'tableData') && row !== null) {
      row.cells.push(cellRange(text, token, base));
    }
  }

  function exit(token: Token): void {
    const { type } = token;
    const end = token.end.offset;
    if (leaf !== null) {
      if (type === 'tableHead') inHead = false;
      else if (type === 'tableRow' && row !== null) {
        leaf.rows.push({
          start: row.start + base,
          end: end + base,
          isHeader: row.isHeader,
          cells: row.cells,
        });
        row = null;
      } else if (type === leaf.type) {
        finish(leaf, end);
        leaf = null;
      }
      return;
    }
    if (type === 'blockQuote' || type === 'gfmFootnoteDefinition') close(end);
    else if (type === 'listOrdered' || type === 'listUnordered') {
      if (innermost()?.kind === 'item') close(end);
      close(end);
    }
  }

  function finish(open: OpenLeaf, end: number): void {
    const container = stack.at(-1) ?? -1;
    const first = open.kind === 'paragraph' || open.type === 'setextHeading' ? open.lines[0] : undefined;
    const start = first?.start ?? open.start + base;
    // Trailing space belongs to neither a paragraph nor a heading.
    const trimmed = open.kind === 'paragraph' ? open.lines.at(-1)?.end : undefined;
    const block = { kind: open.kind, start, end: trimmed ?? end + base, container };
    blocks.push({
      ...block,
      lines: open.lines,
      level: open.level,
      ...(open.kind === 'table' ? { rows: open.rows } : {}),
    });
  }

  return { enter, exit, tree: (): BlockTree => ({ blocks, containers }) };
}

function trimmedLine(text: string, token: Token, base: number): Range {
  let { offset: start } = token.start;
  let { offset: end } = token.end;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return { start: start + base, end: end + base };
}

function cellRange(text: string, token: Token, base: number): Range {
  let { offset: start } = token.start;
  let { offset: end } = token.end;
  while (start < end && isCellEdge(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  if (end > start && text[end - 1] === '|' && text[end - 2] !== '\\') end--;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return { start: start + base, end: end + base };
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

function isCellEdge(code: number): boolean {
  return code === 124 || code === 32 || code === 9;
}
