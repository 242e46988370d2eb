import { ingestError } from '../ingest-error.ts';
import { escapeInline } from '../markdown/escape-markdown.ts';
import { readPictures } from '../ocr/read-pictures.ts';
import { recognisePictures, toRecognisedBlocks } from '../ocr/recognise-pages.ts';
import { dropRunningHeads } from '../pdf/drop-running-heads.ts';
import { openPdf } from '../pdf/file/open-pdf.ts';
import { readInfo, readOutline, titleOf } from '../pdf/file/read-info.ts';
import { findUnseen, type OperatorNumbers } from '../pdf/find-unseen.ts';
import type { PdfPage } from '../pdf/fragment.ts';
import { isGarbled } from '../pdf/is-garbled.ts';
import { type WordsOfDocument, wordsOfLines } from '../pdf/join-lines.ts';
import { mayHideText } from '../pdf/may-hide-text.ts';
import { orderColumns } from '../pdf/order-columns.ts';
import { readForm } from '../pdf/read-form.ts';
import { readPrivateSigns } from '../pdf/read-private-signs.ts';
import { setUpright } from '../pdf/set-upright.ts';
import { type TextItem, toFragments } from '../pdf/to-fragments.ts';
import { toBlocks } from '../pdf/to-paragraphs.ts';
import { mayHaveTurned, turnLigatures } from '../pdf/turn-ligatures.ts';
import type { DocumentBlock, FormatReader } from './format-reader.ts';

/** PDF files, page by page. */
export const reader: FormatReader = {
  extractor: 'memora-pdf@7',
  read: async ({ bytes, maxPages, costlyPages, signal, recognise, mayGoOn, onPage }) => {
    const mayHide = mayHideText(bytes);
    const hasAnnotations = mayHide || ['/Annot', '/ObjStm'].some((name) => Buffer.from(bytes).includes(name));
    const pdf = await openPdf(bytes);
    try {
      const pages: PdfPage[] = [];
      const empty: number[] = [];
      const garbled: number[] = [];
      const recognised = new Map<number, readonly string[]>();
      const most = Math.min(pdf.numPages, maxPages);
      const comments: { author: string; text: string; at: string }[] = [];
      const end = costlyPages.length < MOST_COSTLY ? most : (costlyPages.at(-1) ?? 1) - 1;
      const OPS = await readOperatorNumbers();
      const seen = new Set<string>();
      let [invisible, repeats, last] = [0, 0, 0];
      for (let number = 1; number <= end && repeats <= MOST_REPEATS; number++) {
        if (number > 1 && !mayGoOn()) break;
        last = number;
        signal?.throwIfAborted();
        if (costlyPages.includes(number)) continue;
        onPage(number - 1, most);
        const page = await pdf.getPage(number);
        const ref = JSON.stringify(page.ref);
        if (page.ref !== null && seen.has(ref)) {
          repeats++;
          continue;
        }
        seen.add(ref);
        const content = await page.getTextContent();
        const all = content.items.filter((item): item is typeof item & TextItem => 'str' in item);
        const drawn = mayHide || mayHaveTurned(all) ? await page.getOperatorList() : NOTHING_DRAWN;
        const unseen = findUnseen(all, drawn, OPS);
        const items = all
          .filter((item) => !unseen.has(item))
          .map((item) => ({ ...item, str: readPrivateSigns(item.str) }));
        const form = readForm(hasAnnotations ? await page.getAnnotations() : []);
        const read = mayHaveTurned(items) ? turnLigatures(items, glyphsOf(drawn)) : items;
        const upright = setUpright({ items: [...read, ...form.items], view: page.view });
        const found = toFragments(upright.items, upright.view);
        invisible += found.invisible + unseen.size + form.invisible;
        if (isGarbled(items)) garbled.push(number);
        for (const { author, text } of form.comments) comments.push({ author, text, at: `page ${number}` });
        const lines = orderColumns(found.fragments);
        if (lines.length === 0) {
          const pictures =
            recognise === undefined ? [] : await readPictures(page, await page.getOperatorList(), OPS);
          const said = recognise === undefined ? [] : await recognisePictures(pictures, recognise);
          if (said === null || said.length === 0) empty.push(number);
          else recognised.set(number, said);
        }
        pages.push({ number, height: (upright.view[3] ?? 800) - (upright.view[1] ?? 0), lines });
        page.cleanup();
      }
      onPage(most, most);
      if (pages.length === 0 && costlyPages.length > 0)
        throw ingestError(
          'DOCUMENT_TOO_COSTLY',
          `Reading ${toPages(costlyPages)} of the PDF took too long.`,
          {
            hint: 'Allow more with --limit, or save it in another format.',
          },
        );
      if (empty.length === pages.length)
        throw ingestError('DOCUMENT_SCANNED', 'The PDF has no text: its pages are pictures.', {
          hint: 'Ingest it with --ocr where tesseract is installed, or recognise its text first, for example with ocrmypdf.',
        });
      const { title, authors, published } = await readInfo(pdf);
      const outline = await readOutline(pdf);
      const kept = dropRunningHeads(pages);
      const headWords = countWordsOf(pages) - countWordsOf(kept);
      const words = wordsOfLines(kept.flatMap(({ lines }) => lines.map(({ text }) => text)));
      return {
        ...(title === null ? titleOf(kept) : { title }),
        blocks: [...inOrder(toBlocks(kept, outline, words), recognised, words), ...comments.map(toComment)],
        meta: {
          authors,
          ...(published === null ? {} : { published }),
          pages: pdf.numPages,
          ...(last < most || costlyPages.length > 0
            ? { made: 'partial' }
            : recognised.size > 0
              ? { made: 'recognised' }
              : {}),
          leftOut: { invisible, words: headWords },
          notices: [
            ...(empty.length === 0 ? [] : [`Without text: ${toPages(empty)}.`]),
            ...(recognised.size === 0
              ? []
              : [`Recognised in pictures, and may be wrong: ${toPages([...recognised.keys()])}.`]),
            ...(garbled.length === 0
              ? []
              : [
                  `Letters may be wrong, because a font does not say which characters its glyphs are: ${toPages(garbled)}.`,
                ]),
            ...(headWords === 0
              ? []
              : [`Left out: ${headWords} words of headers, footers and page numbers.`]),
            ...(repeats === 0 ? [] : [`Read once: pages that the file repeats ${repeats} times.`]),
            ...(costlyPages.length === 0
              ? []
              : [`Not read, because each costs too much: ${toPages(costlyPages)}. Allow more with --limit.`]),
            ...(pdf.numPages > last
              ? [
                  `Only the first ${last} of ${pdf.numPages} pages were read${last < most && repeats <= MOST_REPEATS ? ', because they used most of the limit of a source: allow more with --limit' : ''}.`,
                ]
              : []),
          ],
        },
      };
    } finally {
      await pdf.loadingTask.destroy();
    }
  },
};

/** Maximum number of repetitions of a page; a file with more was made to be expensive. */
const MOST_REPEATS = 100;
/** The most expensive pages that are skipped: for each of them, the whole file is read again. */
const MOST_COSTLY = 3;

const NOTHING_DRAWN = { fnArray: [], argsArray: [] };

/** The text of each glyph that a page draws, in drawing order. */
function glyphsOf({ argsArray }: { readonly argsArray: readonly unknown[] }): string[] {
  return argsArray.flatMap((args) => {
    const [shown] = Array.isArray(args) ? args : [];
    return Array.isArray(shown)
      ? shown.flatMap((glyph: { unicode?: unknown } | number | null) =>
          typeof glyph === 'object' && typeof glyph?.unicode === 'string' ? [glyph.unicode] : [],
        )
      : [];
  });
}

async function readOperatorNumbers(): Promise<OperatorNumbers> {
  const { getResolvedPDFJS } = await import('unpdf');
  return (await getResolvedPDFJS()).OPS as unknown as OperatorNumbers;
}

function toComment({
  author,
  text,
  at,
}: {
  readonly author: string;
  readonly text: string;
  readonly at: string;
}) {
  const of = author === '' ? '' : ` of ${escapeInline(author)}`;
  return { text: `> Comment${of}: ${escapeInline(text.split('\n').join(' '))}`, at };
}

/** The blocks with those of recognised pages in their places. */
function inOrder(
  blocks: readonly DocumentBlock[],
  recognised: ReadonlyMap<number, readonly string[]>,
  words: WordsOfDocument,
): readonly DocumentBlock[] {
  if (recognised.size === 0) return blocks;
  const pageOf = ({ at = '' }: DocumentBlock) => Number(at.slice('page '.length));
  const added = [...recognised].flatMap(([page, said]) => toRecognisedBlocks(said, page, words));
  return [...blocks, ...added].sort((one, other) => pageOf(one) - pageOf(other));
}

/** Words between spaces. */
function countWordsOf(pages: readonly PdfPage[]): number {
  return pages.reduce(
    (sum, { lines }) => lines.reduce((words, { text }) => words + text.trim().split(' ').length, sum),
    0,
  );
}

function toPages(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? 'page' : 'pages'} ${toRanges(numbers)}`;
}

/** `3–5, 9`. */
function toRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}
