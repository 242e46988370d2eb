import { ingestError } from '../ingest-error.ts';
import { escapeInline } from '../markdown/escape-markdown.ts';
import { readPictures } from '../ocr/read-pictures.ts';
import { recognisePictures, toRecognisedBlocks } from '../ocr/recognise-pages.ts';
import { dropRunningHeads } from '../pdf/drop-running-heads.ts';
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
import { normalised, toBlocks } from '../pdf/to-paragraphs.ts';
import { mayHaveTurned, turnLigatures } from '../pdf/turn-ligatures.ts';
import { toDay } from '../text/to-day.ts';
import type { DocumentBlock, FormatReader } from './format-reader.ts';
import { loadParser } from './load-parser.ts';

/** PDF files, page by page. */
export const reader: FormatReader = {
  extractor: 'memora-pdf@7',
  read: async ({ bytes, maxPages, signal, recognise, mayGoOn, onPage }) => {
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
      const OPS = await readOperatorNumbers();
      let invisible = 0;
      for (let number = 1; number <= most && (number === 1 || mayGoOn()); number++) {
        signal?.throwIfAborted();
        onPage(number - 1, most);
        const page = await pdf.getPage(number);
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
          ...(pages.length < most ? { made: 'partial' } : recognised.size > 0 ? { made: 'recognised' } : {}),
          leftOut: { invisible, words: headWords },
          notices: [
            ...(empty.length === 0 ? [] : [`Without text: ${toPages(empty)}.`]),
            ...(recognised.size === 0
              ? []
              : [`Recognised in pictures, and may be wrong: ${toPages([...recognised.keys()])}.`]),
            ...(garbled.length === 0
              ? []
              : [
                  `Letters may be wrong, because a font does not say what its signs are: ${toPages(garbled)}.`,
                ]),
            ...(headWords === 0 ? [] : [`Left out: ${headWords} words of heads, feet and page numbers.`]),
            ...(pdf.numPages > pages.length
              ? [
                  `Only the first ${pages.length} of ${pdf.numPages} pages were read${pages.length < most ? ', because they cost most of what a source may: allow more with --limit' : ''}.`,
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

const NOTHING_DRAWN = { fnArray: [], argsArray: [] };

async function openPdf(bytes: Uint8Array) {
  const { getDocumentProxy } = await loadParser(['unpdf'], 'PDF files', () => import('unpdf'));
  try {
    // pdf.js takes the bytes for itself.
    return await getDocumentProxy(new Uint8Array(bytes), {
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
      stopAtErrors: false,
      verbosity: 0,
    });
  } catch (error) {
    const { name } = error as { name?: unknown };
    if (name === 'PasswordException')
      throw ingestError('DOCUMENT_ENCRYPTED', 'The PDF is encrypted.', {
        hint: 'Save it without its password, and ingest that.',
        cause: error,
      });
    throw ingestError('DOCUMENT_DAMAGED', 'The PDF is damaged.', { cause: error });
  }
}

type Pdf = Awaited<ReturnType<typeof openPdf>>;

/** What each sign says that a page draws, in the order in which it draws them. */
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

/** Titles that programs write by themselves. */
const NO_TITLE =
  /^(?:untitled|microsoft word|document\d*|powerpoint|slide \d|.*\.(?:docx?|odt|tex|dvi|indd|qxd|pages|rtf))\b/i;

async function readInfo(pdf: Pdf) {
  const info = ((await pdf.getMetadata().catch(() => null))?.info ?? {}) as Record<string, unknown>;
  const text = (key: string) => (typeof info[key] === 'string' ? info[key].replace(/\s+/gu, ' ').trim() : '');
  return {
    title: text('Title') === '' || NO_TITLE.test(text('Title')) ? null : text('Title'),
    authors: text('Author')
      .split(/\s*(?:;|,| and )\s*/)
      .filter((name) => name !== ''),
    published: toDay(text('CreationDate')),
  };
}

const MOST_TITLES = 5_000;

/** The titles of the outline by their depth. */
async function readOutline(pdf: Pdf): Promise<Map<string, number>> {
  const levels = new Map<string, number>();
  interface Item {
    readonly title: string;
    readonly items: readonly Item[];
  }
  const visit = (items: readonly Item[], depth: number): void => {
    for (const { title, items: inner } of items) {
      const key = normalised(title);
      if (key !== '' && levels.size < MOST_TITLES && !levels.has(key)) levels.set(key, depth);
      if (depth < 6) visit(inner, depth + 1);
    }
  };
  visit((await pdf.getOutline().catch(() => null)) ?? [], 1);
  return levels;
}

/** The largest line of the first page. */
function titleOf([first]: readonly PdfPage[]): { readonly title?: string } {
  const lines = first?.lines ?? [];
  const largest = Math.max(0, ...lines.map(({ size }) => size));
  const usual = [...lines].sort((a, b) => a.size - b.size)[Math.floor(lines.length / 2)]?.size ?? 0;
  const title = lines
    .filter(({ size }) => size > largest * 0.95)
    .slice(0, 3)
    .map(({ text }) => text)
    .join(' ');
  return largest > usual * 1.15 && title.length > 3 && title.length < 250 ? { title } : {};
}

/** The blocks with those of recognised pages where these stand. */
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
