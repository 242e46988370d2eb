import { type Element, isElement, isText, type ParentNode } from '../../html/dom.ts';
import { escapeInline, escapeMarkdown } from '../../markdown/escape-markdown.ts';
import { writeTable } from '../../markdown/write-table.ts';
import { toDay } from '../../text/to-day.ts';
import { openZip } from '../../zip/open-zip.ts';
import { childrenOf, elementsNamed, localName, parseXml, textOf } from '../../zip/parse-xml.ts';
import type { DocumentBlock, FormatReader } from '../format-reader.ts';

/** Text documents of OpenDocument. */
export const reader: FormatReader = {
  extractor: 'memora-odt@1',
  read: async ({ bytes, maxUnpackedBytes }) => {
    const archive = openZip(bytes, maxUnpackedBytes, (name) => /^(?:content|meta)\.xml$/.test(name));
    const content = parseXml(archive.text('content.xml') ?? '');
    const properties = parseXml(archive.text('meta.xml') ?? '');
    const first = (name: string) =>
      elementsNamed(properties, name)
        .map(textOf)
        .find((text) => text.trim() !== '')
        ?.trim();
    const [body] = elementsNamed(content, 'text').filter(({ name }) => name.startsWith('office:'));
    const notes: string[] = [];
    const blocks = body === undefined ? [] : blocksOf(body, notes);
    const title = first('title');
    const heading = blocks.find(({ text }) => text.startsWith('# '))?.text.slice(2);
    const published = toDay(first('creation-date'));
    return {
      ...(title === undefined && heading === undefined ? {} : { title: title ?? heading ?? '' }),
      blocks: [...blocks, ...notes.map((text) => ({ text }))],
      meta: {
        authors: [first('initial-creator') ?? first('creator') ?? ''],
        ...(published === null ? {} : { published }),
      },
    };
  },
};

function blocksOf(node: ParentNode, notes: string[]): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  for (const child of childrenOf(node)) {
    const name = localName(child);
    if (name === 'h') {
      const level = Math.min(6, Math.max(1, Number(child.attribs['text:outline-level'] ?? 1)));
      const text = inlineOf(child, notes).trim();
      if (text !== '') blocks.push({ text: `${'#'.repeat(level)} ${escapeInline(text)}` });
    } else if (name === 'p') {
      const text = inlineOf(child, notes).trim();
      if (text !== '') blocks.push({ text: escapeMarkdown(text) });
    } else if (name === 'list') blocks.push({ text: listOf(child, notes, 0) });
    else if (name === 'table') {
      const rows = elementsNamed(child, 'table-row').map((row) =>
        childrenOf(row)
          .filter((cell) => /^(?:covered-)?table-cell$/.test(localName(cell)))
          .map((cell) =>
            escapeInline(
              elementsNamed(cell, 'p')
                .map((p) => inlineOf(p, notes))
                .join(' '),
            ),
          ),
      );
      const [head, ...rest] = rows;
      if (head !== undefined) blocks.push({ text: writeTable(head, rest) });
    } else if (!/^(?:tracked-changes|sequence-decls|forms|table-of-content|annotation)$/.test(name))
      blocks.push(...blocksOf(child, notes));
  }
  return blocks.filter(({ text }) => text !== '');
}

function listOf(list: Element, notes: string[], depth: number): string {
  return childrenOf(list)
    .flatMap((item) =>
      childrenOf(item).map((child, i) =>
        localName(child) === 'list'
          ? listOf(child, notes, depth + 1)
          : `${'  '.repeat(depth)}${i === 0 ? '- ' : '  '}${escapeInline(inlineOf(child, notes).trim())}`,
      ),
    )
    .filter((line) => line.trim() !== '')
    .join('\n');
}

/** Text with the tabs, spaces, breaks and notes that stand in it; a note becomes a footnote behind the text. */
function inlineOf(node: ParentNode, notes: string[]): string {
  return node.children
    .map((child) => {
      if (isText(child)) return child.data.replace(/\s+/gu, ' ');
      if (!isElement(child)) return '';
      const name = localName(child);
      if (name === 's') return ' '.repeat(Math.min(40, Number(child.attribs['text:c'] ?? 1)));
      if (name === 'tab') return ' ';
      if (name === 'line-break') return '\n';
      if (name === 'note') {
        const [body] = elementsNamed(child, 'note-body');
        if (body !== undefined)
          notes.push(`[^${notes.length + 1}]: ${escapeInline(textOf(body).replace(/\s+/gu, ' ').trim())}`);
        return '';
      }
      return name === 'annotation' || name === 'frame' ? '' : inlineOf(child, notes);
    })
    .join('');
}
