import { decodeAddress } from '@memora/core/internal';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { createLeaves, type Leaves, type NotePlaces, type TextRange } from './create-leaves.ts';
import type { NoteNode } from './note-view.ts';

type Root = ReturnType<typeof fromMarkdown>;
type Markdown = Root['children'][number];

/** Deeper nesting is shown as source. */
const DEEPEST = 24;
/** Maximum number of rows of a table that are drawn. */
const MOST_ROWS = 200;
/** Maximum number of elements of a note that are drawn. */
const MOST_NODES = 12_000;
/** Maximum number of characters in one block that may begin a link or emphasis: the parser's time grows with the square of their number. */
const MOST_MARKUP = 1_500;
const FRONTMATTER = /^\ufeff?---[ \t]*\r?\n(?:[\s\S]*?\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/u;
const OPENABLE = /^(?:https?:|mailto:)/iu;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/gu;

/**
 * Renders Markdown as elements of a fixed list, with the places in `marks` as `mark` and those in `secrets` as `secret`. HTML in the note becomes text,
 * comments are left out, and pictures become their description. Ranges are UTF-16 offsets of `text`.
 */
export function renderNote(text: string, places: NotePlaces): NoteNode[] {
  const head = frontmatterLength(text);
  const leaves = createLeaves(text, places);
  if (isTooCostly(text)) return [['pre', {}, leaves.pieces({ start: 0, end: text.length })]];
  // The frontmatter is blanked instead of cut off, so offsets stay valid.
  const body = `${text.slice(0, head).replace(/[^\n]/gu, ' ')}${text.slice(head)}`;
  const tree = fromMarkdown(body, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const drawn = { count: 0 };
  const nodes = renderAll(tree.children, { leaves, drawn, depth: 0 });
  const properties = withoutFences(text, head);
  return properties.end <= properties.start ? nodes : [['aside', {}, leaves.pieces(properties)], ...nodes];
}

/** The number of UTF-16 units of a note's properties, including their fences. */
export function frontmatterLength(text: string): number {
  return FRONTMATTER.exec(text)?.[0].length ?? 0;
}

/** The lines between the fences of the properties. */
function withoutFences(text: string, head: number): TextRange {
  const last = text.slice(0, head).trimEnd();
  return { start: text.indexOf('\n') + 1, end: Math.max(0, last.lastIndexOf('\n')) };
}

/** Renders properties as the lines they are; as Markdown they would become lists. */
export function renderProperties(text: string, marks: readonly TextRange[]): NoteNode[] {
  const leaves = createLeaves(text, { marks, secrets: [] });
  return [['aside', {}, leaves.pieces({ start: 0, end: text.length })]];
}

/** True if parsing the markup would be slow: the text is then shown as source. */
function isTooCostly(text: string): boolean {
  return text.split(/\n[ \t\r]*\n/u).some((block) => (block.match(/[*_~[!]/gu)?.length ?? 0) > MOST_MARKUP);
}

interface Drawing {
  readonly leaves: Leaves;
  readonly drawn: { count: number };
  readonly depth: number;
}

function renderAll(nodes: readonly Markdown[], drawing: Drawing): NoteNode[] {
  const deeper = { ...drawing, depth: drawing.depth + 1 };
  return nodes.flatMap((node) => {
    drawing.drawn.count++;
    if (drawing.drawn.count > MOST_NODES) return [];
    const range = rangeOf(node);
    return deeper.depth > DEEPEST ? drawing.leaves.pieces(range) : render(node, range, deeper);
  });
}

function render(node: Markdown, range: TextRange, drawing: Drawing): NoteNode[] {
  const { leaves } = drawing;
  switch (node.type) {
    case 'text':
      return leaves.text(range, node.value);
    case 'paragraph':
      return [['p', {}, renderAll(node.children, drawing)]];
    case 'heading':
      return [[`h${node.depth}`, {}, renderAll(node.children, drawing)]];
    case 'emphasis':
      return [['em', {}, renderAll(node.children, drawing)]];
    case 'strong':
      return [['strong', {}, renderAll(node.children, drawing)]];
    case 'delete':
      return [['del', {}, renderAll(node.children, drawing)]];
    case 'blockquote':
      return [['blockquote', {}, renderAll(node.children, drawing)]];
    case 'list': {
      const start = node.ordered === true ? { start: node.start ?? 1 } : {};
      return [[node.ordered === true ? 'ol' : 'ul', start, renderAll(node.children, drawing)]];
    }
    case 'listItem': {
      const isTask = node.checked !== null && node.checked !== undefined;
      const box: NoteNode[] = isTask ? [['check', { checked: node.checked === true }, []]] : [];
      // The lines of a tight list are not paragraphs.
      const inside = renderAll(node.children, drawing).flatMap((each) =>
        node.spread !== true && typeof each === 'object' && each[0] === 'p' ? each[2] : [each],
      );
      return [['li', {}, [...box, ...inside]]];
    }
    case 'table':
      return [renderTable(node.children, drawing)];
    case 'code':
      return [['pre', {}, leaves.isPlain(range) ? leaves.plain(node.value) : leaves.pieces(range)]];
    case 'inlineCode':
      return [['code', {}, leaves.text(range, node.value)]];
    case 'break':
      return [['br', {}, []]];
    case 'thematicBreak':
      return [['hr', {}, []]];
    case 'link': {
      const inside = renderAll(node.children, drawing);
      // The link's address may be the secret part.
      if (leaves.holdsSecret(range)) return inside;
      if (OPENABLE.test(node.url)) return [['a', { href: node.url }, inside]];
      return /^[^:]*\.md(?:#|$)/iu.test(node.url)
        ? [['wiki', { target: decodeAddress(node.url) }, inside]]
        : inside;
    }
    case 'linkReference':
      return renderAll(node.children, drawing);
    case 'image':
    case 'imageReference':
      return leaves.holdsSecret(range)
        ? leaves.pieces(range)
        : [['aside', {}, leaves.plain(node.alt || 'picture')]];
    case 'html':
      return renderHtml(range, drawing);
    case 'definition':
      return [];
    case 'footnoteDefinition':
      return renderAll(node.children, drawing);
    default:
      return leaves.pieces(range);
  }
}

function renderTable(
  rows: readonly { readonly children: readonly Markdown[] }[],
  drawing: Drawing,
): NoteNode {
  const row = (cells: readonly Markdown[], tag: 'th' | 'td'): NoteNode => [
    'tr',
    {},
    cells.map((cell): NoteNode => [tag, {}, 'children' in cell ? renderAll(cell.children, drawing) : []]),
  ];
  const [head, ...rest] = rows;
  const body = rest.slice(0, MOST_ROWS).map(({ children }) => row(children, 'td'));
  const more: NoteNode[] =
    rest.length > MOST_ROWS
      ? [['tr', {}, [['td', {}, [`${rest.length - MOST_ROWS} more rows in the note`]]]]]
      : [];
  return [
    'table',
    {},
    [
      ['thead', {}, head === undefined ? [] : [row(head.children, 'th')]],
      ['tbody', {}, [...body, ...more]],
    ],
  ];
}

/** HTML as text, without its comments: a privacy marker is a comment. */
function renderHtml(range: TextRange, { leaves, depth }: Drawing): NoteNode[] {
  const source = leaves.source(range);
  const shown: NoteNode[] = [];
  let at = 0;
  const add = (end: number) => {
    if (source.slice(at, end).trim() !== '')
      shown.push(...leaves.pieces({ start: range.start + at, end: range.start + end }));
  };
  for (const comment of source.matchAll(COMMENT)) {
    add(comment.index);
    at = comment.index + comment[0].length;
  }
  add(source.length);
  return shown.length === 0 || depth > 1 ? shown : [['p', {}, shown]];
}

function rangeOf({ position }: Markdown): TextRange {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 };
}
