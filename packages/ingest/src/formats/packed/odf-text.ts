import { type Element, isElement, isText, type ParentNode } from '../../html/dom.ts';
import { escapeInline, escapeMarkdown } from '../../markdown/escape-markdown.ts';
import { mathToText } from '../../markdown/math-text.ts';
import { writeTable } from '../../markdown/write-table.ts';
import type { ZipArchive } from '../../zip/open-zip.ts';
import { childNamed, childrenOf, elementsNamed, localName, parseXml, textOf } from '../../zip/parse-xml.ts';

/** Reads OpenDocument text from any program. */
interface OdfText {
  /** The Markdown below a node, one text per block. */
  readonly blocksOf: (node: ParentNode) => string[];
  /** The text of a node on one line, not escaped. */
  readonly lineOf: (node: ParentNode) => string;
  /** The footnotes and comments read so far. */
  readonly notes: () => readonly string[];
  /** The number of invisible pieces of text so far. */
  readonly invisible: () => number;
}

const WITHOUT_TEXT = new Set([
  'tracked-changes',
  'sequence-decls',
  'forms',
  'table-of-content',
  'annotation',
]);
const HIDDEN = new Set(['hidden-text', 'hidden-paragraph']);

/** `archive` holds formulas as separate documents; `content` defines the hiding styles. */
export function createOdfText(archive: ZipArchive, content: ParentNode): OdfText {
  const footnotes: string[] = [];
  const comments: string[] = [];
  const hiding = hidingStyles(content);
  let invisible = 0;
  const lineOf = (node: ParentNode): string => inlineOf(node).trim();
  return { blocksOf, lineOf, notes: () => [...footnotes, ...comments], invisible: () => invisible };

  function blocksOf(node: ParentNode): string[] {
    const blocks: string[] = [];
    for (const child of childrenOf(node)) {
      const name = localName(child);
      if (name === 'h') {
        const level = Math.min(6, Math.max(1, Number(child.attribs['text:outline-level'] ?? 1)));
        const text = isSeen(child) ? lineOf(child) : '';
        if (text !== '') blocks.push(`${'#'.repeat(level)} ${escapeInline(text)}`);
      } else if (name === 'p') {
        const text = isSeen(child) ? lineOf(child) : '';
        if (text !== '') blocks.push(escapeMarkdown(text));
      } else if (name === 'list') blocks.push(listOf(child, 0));
      else if (name === 'table') {
        const [head, ...rows] = elementsNamed(child, 'table-row').map(cellsOf);
        if (head !== undefined) blocks.push(writeTable(head, rows));
      } else if (name === 'annotation') comments.push(toComment(child));
      else if (!WITHOUT_TEXT.has(name)) blocks.push(...blocksOf(child));
    }
    return blocks.filter((text) => text !== '');
  }

  function cellsOf(row: Element): string[] {
    return childrenOf(row)
      .filter((cell) => ['table-cell', 'covered-table-cell'].includes(localName(cell)))
      .map((cell) => escapeInline(elementsNamed(cell, 'p').map(lineOf).join(' ')));
  }

  function listOf(list: Element, depth: number): string {
    return childrenOf(list)
      .flatMap((item) =>
        childrenOf(item).map((child, i) =>
          localName(child) === 'list'
            ? listOf(child, depth + 1)
            : `${'  '.repeat(depth)}${i === 0 ? '- ' : '  '}${escapeInline(lineOf(child))}`,
        ),
      )
      .filter((line) => line.trim() !== '')
      .join('\n');
  }

  /** Text with its tabs, spaces and breaks. Footnotes and comments come after the text. */
  function inlineOf(node: ParentNode): string {
    return node.children
      .map((child) => {
        if (isText(child)) return child.data.split('\n').join(' ');
        if (!isElement(child)) return '';
        switch (localName(child)) {
          case 's':
            return ' '.repeat(Math.min(40, Number(child.attribs['text:c'] ?? 1)));
          case 'tab':
            return ' ';
          case 'line-break':
            return '\n';
          case 'note': {
            const body = childNamed(child, 'note-body');
            if (body === undefined) return '';
            footnotes.push(`[^${footnotes.length + 1}]: ${escapeInline(textOf(body).trim())}`);
            return '';
          }
          case 'annotation':
            comments.push(toComment(child));
            return '';
          case 'object':
            return formulaOf(child);
          case 'title':
          case 'desc':
            return '';
          default:
            return isSeen(child) ? inlineOf(child) : '';
        }
      })
      .join('');
  }

  function isSeen(element: Element): boolean {
    const style = element.attribs['text:style-name'] ?? '';
    if (!HIDDEN.has(localName(element)) && !hiding.has(style)) return true;
    if (textOf(element).trim() !== '') invisible++;
    return false;
  }

  function formulaOf(object: Element): string {
    const href = object.attribs['xlink:href'] ?? '';
    const path = href.startsWith('./') ? href.slice(2) : href;
    const [math] = elementsNamed(parseXml(archive.text(`${path}/content.xml`) ?? ''), 'math');
    return math === undefined ? '' : mathToText(math);
  }
}

function toComment(annotation: Element): string {
  const author = childNamed(annotation, 'creator');
  const name = author === undefined ? '' : ` of ${escapeInline(textOf(author).trim())}`;
  const text = elementsNamed(annotation, 'p').map(textOf).join(' ').trim();
  return text === '' ? '' : `> Comment${name}: ${escapeInline(text)}`;
}

/** Names of a document's own styles that hide text, or write it in white on no background. */
function hidingStyles(content: ParentNode): ReadonlySet<string> {
  const hiding = elementsNamed(content, 'style').filter((style) => {
    const properties = childNamed(style, 'text-properties')?.attribs ?? {};
    const isWhite = properties['fo:color']?.toLowerCase() === '#ffffff';
    const ground = properties['fo:background-color'] ?? 'transparent';
    return properties['text:display'] === 'none' || (isWhite && ground === 'transparent' && isOfText(style));
  });
  return new Set(hiding.map(({ attribs }) => attribs['style:name'] ?? ''));
}

/** A paragraph may be in a coloured cell; a text run sets its own background. */
function isOfText({ attribs }: Element): boolean {
  return attribs['style:family'] === 'text';
}
