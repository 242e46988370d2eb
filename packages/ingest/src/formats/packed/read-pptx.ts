import { type Element, isElement, isText, type ParentNode } from '../../html/dom.ts';
import { escapeInline, escapeMarkdown } from '../../markdown/escape-markdown.ts';
import { mathToText } from '../../markdown/math-text.ts';
import { writeTable } from '../../markdown/write-table.ts';
import { openZip } from '../../zip/open-zip.ts';
import { childNamed, childrenOf, elementsNamed, localName, parseXml } from '../../zip/parse-xml.ts';
import { type PartsOnce, takeOnce } from '../../zip/take-once.ts';
import type { DocumentBlock, FormatReader } from '../format-reader.ts';
import { hiddenNotice } from './hidden-notice.ts';
import { readProperties } from './read-properties.ts';
import { type Relation, readRelations } from './read-relations.ts';

/** Presentations of PowerPoint: slide by slide, each with its tables, its charts and its notes. */
export const reader: FormatReader = {
  extractor: 'memora-pptx@2',
  read: async ({ bytes, maxUnpackedBytes, mayGoOn }) => {
    const archive = openZip(
      bytes,
      maxUnpackedBytes,
      (name) => name.endsWith('.xml') || name.endsWith('.rels'),
    );
    const shown = parseXml(archive.text('ppt/presentation.xml') ?? '');
    const slides = readRelations(archive, 'ppt/presentation.xml');
    const blocks: DocumentBlock[] = [];
    const parts = takeOnce(archive, mayGoOn);
    let hidden = 0;
    for (const [i, { attribs }] of elementsNamed(shown, 'sldId').entries()) {
      const path = slides.get(attribs['r:id'] ?? '')?.path ?? '';
      const xml = parts.text(path);
      if (xml === null) continue;
      const slide = parseXml(xml);
      const [root] = elementsNamed(slide, 'sld');
      if (root?.attribs['show'] === '0' || root?.attribs['show'] === 'false') hidden++;
      else
        for (const text of readSlide(slide, readRelations(archive, path), parts))
          blocks.push({ text, at: `slide ${i + 1}` });
    }
    const { title, ...about } = readProperties(archive);
    const missing = parts.missing();
    const heading = blocks.find(({ text }) => text.startsWith('## '))?.text.slice(3);
    return {
      ...(title === undefined && heading === undefined ? {} : { title: title ?? heading ?? '' }),
      blocks,
      meta: {
        ...about,
        pages: slides.size,
        ...missing,
        notices: [...hiddenNotice({ slide: hidden }), ...missing.notices],
      },
    };
  },
};

/** The texts of a slide in the order of its shapes, then those of its charts, then the speaker's notes. */
function readSlide(slide: ParentNode, relations: ReadonlyMap<string, Relation>, parts: PartsOnce): string[] {
  const [tree] = elementsNamed(slide, 'spTree');
  const texts = tree === undefined ? [] : shapesOf(tree);
  const others = [...relations.values()];
  const charts = others
    .filter(({ kind }) => kind === 'chart')
    .flatMap(({ path }) => parts.made(path, (xml) => chartOf(parseXml(xml))));
  const diagrams = others
    .filter(({ kind }) => kind === 'diagramData')
    .flatMap(({ path }) => parts.made(path, (xml) => paragraphsOf(parseXml(xml)).map(escapeMarkdown)));
  const notes = others
    .filter(({ kind }) => kind === 'notesSlide')
    .flatMap(({ path }) =>
      elementsNamed(parseXml(parts.text(path) ?? ''), 'sp')
        .filter((shape) => placeholderOf(shape) === 'body')
        .flatMap(paragraphsOf)
        .map((text) => `> ${escapeInline(text)}`),
    );
  return [...texts, ...charts, ...diagrams, ...notes];
}

function shapesOf(tree: Element): string[] {
  return childrenOf(tree).flatMap((shape) => {
    const name = localName(shape);
    if (name === 'grpSp') return shapesOf(shape);
    // Programs choose among alternative contents; the first is the newest.
    if (name === 'AlternateContent') return childrenOf(shape).slice(0, 1).flatMap(shapesOf);
    if (name === 'graphicFrame') return elementsNamed(shape, 'tbl').map(tableOf);
    if (name !== 'sp' || isHiddenShape(shape)) return [];
    const kind = placeholderOf(shape);
    if (kind === 'sldNum' || kind === 'dt') return [];
    const texts = paragraphsOf(shape);
    return kind === 'title' || kind === 'ctrTitle'
      ? texts.length === 0
        ? []
        : [`## ${escapeInline(texts.join(' '))}`]
      : texts.map(escapeMarkdown);
  });
}

/** The role of a shape on its slide: `title`, `body`, `sldNum`; empty for a text box. */
function placeholderOf(shape: Element): string {
  const [placeholder] = elementsNamed(shape, 'ph');
  return placeholder === undefined ? '' : (placeholder.attribs['type'] ?? 'body');
}

function isHiddenShape(shape: Element): boolean {
  return elementsNamed(shape, 'cNvPr')[0]?.attribs['hidden'] === '1';
}

function tableOf(table: Element): string {
  const [head = [], ...rows] = elementsNamed(table, 'tr').map((row) =>
    elementsNamed(row, 'tc').map((cell) => escapeInline(paragraphsOf(cell).join(' '))),
  );
  return writeTable(head, rows);
}

/** The values of a chart as a table: categories as rows, one column per series. */
function chartOf(chart: ParentNode): string[] {
  const [heading] = elementsNamed(chart, 'title').map((title) => paragraphsOf(title).join(' '));
  const series = elementsNamed(chart, 'ser').map((each) => ({
    name: valuesOf(childNamed(each, 'tx'))[0] ?? '',
    labels: valuesOf(childNamed(each, 'cat') ?? childNamed(each, 'xVal')),
    values: valuesOf(childNamed(each, 'val') ?? childNamed(each, 'yVal')),
  }));
  const labels = series[0]?.labels ?? [];
  const rows = labels.map((label, i) => [label, ...series.map(({ values }) => values[i] ?? '')]);
  const table = writeTable(
    ['', ...series.map(({ name }) => name)].map(escapeInline),
    rows.map((row) => row.map(escapeInline)),
  );
  return [
    ...(heading === undefined || heading === '' ? [] : [escapeMarkdown(heading)]),
    ...(rows.length === 0 ? [] : [table]),
  ];
}

/** The cached values of a reference, by index. */
function valuesOf(reference: Element | undefined): string[] {
  const values: string[] = [];
  if (reference === undefined) return values;
  for (const point of elementsNamed(reference, 'pt').slice(0, MOST_POINTS)) {
    const index = Number(point.attribs['idx'] ?? values.length);
    if (index < MOST_POINTS) values[index] = elementsNamed(point, 'v').map(textIn).join('');
  }
  return Array.from(values, (value) => value ?? '');
}

const MOST_POINTS = 5_000;

function paragraphsOf(node: ParentNode): string[] {
  return elementsNamed(node, 'p')
    .map((paragraph) => textIn(paragraph).trim())
    .filter((text) => text !== '');
}

/** The text of a paragraph, with breaks as spaces and formulas on one line. */
function textIn(node: ParentNode): string {
  return node.children
    .map((child) => {
      if (isText(child))
        return localName(node as Element) === 't' || localName(node as Element) === 'v' ? child.data : '';
      if (!isElement(child)) return '';
      const name = localName(child);
      if (name === 'br' || name === 'tab') return ' ';
      return name === 'oMath' ? mathToText(child) : textIn(child);
    })
    .join('');
}
