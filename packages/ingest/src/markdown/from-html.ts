import type { DocumentBlock } from '../formats/format-reader.ts';
import { type ChildNode, type Element, isElement, isText, type ParentNode } from '../html/dom.ts';
import { isBlockName } from '../html/is-block-name.ts';
import { parseTree } from '../html/parse-tree.ts';
import { renderInline, toInlineText } from './render-inline.ts';
import { renderTable } from './render-table.ts';

/** How links of a page become links of a note. */
export interface FromHtmlOptions {
  /** The base of relative addresses; without it, only absolute ones are kept. */
  readonly url?: string | null;
}

/** Converts HTML to blocks of Markdown. The caller has removed invisible content. */
export function htmlToBlocks(html: string | ParentNode, options: FromHtmlOptions = {}): DocumentBlock[] {
  const root = typeof html === 'string' ? parseTree(html) : html;
  return blocksOf(root.children, options, 0);
}

/** Deeper content is read as text: such nesting is an attempt to exhaust the reader. */
const DEEPEST = 60;

function blocksOf(nodes: readonly ChildNode[], options: FromHtmlOptions, depth: number): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  let inline: ChildNode[] = [];
  let place: string | undefined;
  const push = (text: string, at: string | undefined = place): void => {
    if (text.trim() === '') return;
    blocks.push(at === undefined ? { text } : { text, at });
    place = undefined;
  };
  const flush = (): void => {
    if (inline.length > 0) push(toParagraph(inline, options));
    inline = [];
  };
  for (const node of nodes) {
    if (!isElement(node) || !holdsBlock(node, depth)) {
      inline.push(node);
      continue;
    }
    flush();
    const name = node.name.toLowerCase();
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level !== undefined) {
      const text = renderInline(node.children, options).replace(/\s*\n\s*/g, ' ');
      const id = idOf(node);
      if (text.trim() !== '') push(`${'#'.repeat(Number(level))} ${text.trim()}`, id ?? place);
    } else if (name === 'p') push(toParagraph(node.children, options));
    else if (name === 'pre') push(toFence(node));
    else if (name === 'hr') continue;
    else if (name === 'ul' || name === 'ol' || name === 'menu' || name === 'dir') {
      const notes = footnotesOf(node, options, depth);
      if (notes === null) push(toList(node, options, depth));
      else for (const note of notes) push(note);
    } else if (name === 'blockquote')
      push(
        joined(blocksOf(node.children, options, depth + 1))
          .split('\n')
          .map((line) => (line === '' ? '>' : `> ${line}`))
          .join('\n'),
      );
    else if (name === 'table') {
      const table = renderTable(node, options);
      if (table === null)
        for (const block of blocksOf(cellsOf(node), options, depth + 1)) push(block.text, block.at);
      else for (const block of table) push(block.text, block.at);
    } else if (name === 'dt') inline.push(...node.children);
    else if (name === 'dd') push(`- ${indent(joined(blocksOf(node.children, options, depth + 1)), 2)}`);
    else for (const block of blocksOf(node.children, options, depth + 1)) push(block.text, block.at);
  }
  flush();
  return blocks;
}

function holdsBlock(node: Element, depth: number): boolean {
  if (depth > DEEPEST) return false;
  const name = node.name.toLowerCase();
  if (isBlockName(name)) return true;
  // An inline element around blocks, such as a link around a card.
  return node.children.some((child) => isElement(child) && holdsBlock(child, depth + 1));
}

/** The anchor of an element with a name that an address can open. */
function idOf(node: Element): string | undefined {
  const id = node.attribs['id'] ?? node.attribs['name'];
  return id === undefined || !/^[\p{L}\p{M}\p{N}_.:-]{1,120}$/u.test(id) || id.includes('--')
    ? undefined
    : `#${id}`;
}

function toParagraph(nodes: readonly ChildNode[], options: FromHtmlOptions): string {
  return renderInline(nodes, options)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

function toFence(node: Element): string {
  const code = toInlineText(node).replace(/^\n|\s+$/g, '');
  if (code === '') return '';
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  const inner = node.children.find((child) => isElement(child) && child.name === 'code') as
    | Element
    | undefined;
  const classes = `${node.attribs['class'] ?? ''} ${inner?.attribs['class'] ?? ''} ${inner?.attribs['data-lang'] ?? ''}`;
  const language = /(?:language|lang|highlight|brush:?)-?\s?([a-z0-9+#]{1,20})/i.exec(classes)?.[1] ?? '';
  return `${fence}${language}\n${code}\n${fence}`;
}

function toList(list: Element, options: FromHtmlOptions, depth: number): string {
  const isOrdered = list.name.toLowerCase() === 'ol';
  let number = Number(/^\d{1,6}$/.exec(list.attribs['start'] ?? '')?.[0] ?? 1);
  const items: string[] = [];
  for (const child of list.children) {
    if (isText(child) && child.data.trim() === '') continue;
    const blocks = blocksOf(
      isElement(child) && child.name === 'li' ? child.children : [child],
      options,
      depth + 1,
    );
    if (blocks.length === 0) continue;
    const mark = isOrdered ? `${number++}. ` : '- ';
    // A list in an item directly follows its line; further paragraphs are separated.
    const text = blocks
      .map(({ text }, i) => (i === 0 ? text : /^(?:- |\d+\. )/.test(text) ? `\n${text}` : `\n\n${text}`))
      .join('');
    items.push(mark + indent(text, mark.length));
  }
  return items.join('\n');
}

/** Footnotes as page extractors produce them: a list whose items are named `fn:1`. */
function footnotesOf(list: Element, options: FromHtmlOptions, depth: number): string[] | null {
  const items = list.children.filter(isElement).filter(({ name }) => name === 'li');
  const names = items.map(
    ({ attribs }) => /^(?:fn|footnote|cite_note|note)[:_-]?(\d{1,4})$/i.exec(attribs['id'] ?? '')?.[1],
  );
  if (items.length === 0 || names.includes(undefined)) return null;
  return items.map((item, i) => {
    const text = joined(blocksOf(item.children, options, depth + 1)).replace(
      /\s*(?:\[?[↩↑]︎?\]?(?:\([^)]*\))?|\[?\^\]?\(#[^)]*\))\s*$/gu,
      '',
    );
    return `[^${names[i]}]: ${indent(text, 4)}`;
  });
}

function cellsOf(node: ParentNode): ChildNode[] {
  return node.children.flatMap((child) =>
    isElement(child) && /^(?:tbody|thead|tfoot|tr|caption|colgroup)$/.test(child.name)
      ? cellsOf(child)
      : [child],
  );
}

function joined(blocks: readonly DocumentBlock[]): string {
  return blocks.map(({ text }) => text).join('\n\n');
}

function indent(text: string, width: number): string {
  return text.replace(/\n(?!\n|$)/g, `\n${' '.repeat(width)}`);
}
