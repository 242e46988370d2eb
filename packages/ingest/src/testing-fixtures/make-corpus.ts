import { SENTENCES } from './corpus-sentences.ts';
import { escapeXml, makeDocx, makeEpub, makeOdt, makeXlsx } from './make-office.ts';
import { makePdf, type PdfText } from './make-pdf.ts';

/** A document, and all of its known text. */
export interface KnownDocument {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Its paragraphs, in order. */
  readonly paragraphs: readonly string[];
  /** Text around them that is not part of the content. */
  readonly boilerplate: readonly string[];
  /** Words that were split at the end of a line, in their whole form. */
  readonly parted: readonly string[];
  /** The place of each paragraph, if the format has places. */
  readonly places: readonly string[] | null;
}

const PARAGRAPHS = 18;
/** Letters as wide as they are high, without spaces between words. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const LEGACY: Readonly<Record<string, string>> = {
  ru: 'windows-1251',
  de: 'windows-1252',
  fr: 'windows-1252',
};
const AROUND = [
  'Startseite Impressum Newsletter abonnieren',
  'Accept all cookies',
  'Related stories you may like',
  'Copyright Harbour Media Group',
];

/** Generated documents of all formats in eleven languages, with known text. */
export function makeCorpus(): KnownDocument[] {
  return Object.keys(SENTENCES).flatMap((language) => {
    const texts = paragraphsOf(language);
    const known = (
      name: string,
      bytes: Uint8Array | string,
      more: Partial<KnownDocument> = {},
    ): KnownDocument => ({
      name: `${language}-${name}`,
      bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
      paragraphs: texts,
      boilerplate: [],
      parted: [],
      places: null,
      ...more,
    });
    const html = texts.map((text) => `<p>${escapeXml(text)}</p>`).join('\n');
    const seconds = texts.map((_, i) => `00:${String(i).padStart(2, '0')}:05`);
    const cues = (point: string) =>
      texts.map(
        (text, i) => `${seconds[i]}${point}000 --> 00:${String(i).padStart(2, '0')}:40${point}000\n${text}`,
      );
    const rows = texts.map((text, i) => [`No. ${i + 1}`, text]);
    const documents = [
      known('plain.txt', texts.join('\n\n')),
      known('wide.txt', Buffer.from(`\ufeff${texts.join('\r\n\r\n')}`, 'utf16le')),
      known('note.md', texts.map((text, i) => (i % 6 === 0 ? `## ${i}\n\n${text}` : text)).join('\n\n')),
      known('talk.vtt', `WEBVTT\n\n${cues('.').join('\n\n')}\n`, { places: seconds }),
      known(
        'talk.srt',
        `${cues(',')
          .map((cue, i) => `${i + 1}\n${cue}`)
          .join('\n\n')}\n`,
        { places: seconds },
      ),
      known('page.html', pageOf(language, html), { boilerplate: AROUND }),
      known(
        'lease.docx',
        makeDocx(
          'Lease',
          texts.map((text) => ({ text })),
        ),
      ),
      known(
        'lease.odt',
        makeOdt(
          'Lease',
          texts.map((text) => ({ text })),
        ),
      ),
      known(
        'book.epub',
        makeEpub(
          'Book',
          chunk(texts, 6).map((part) => part.map((text) => `<p>${escapeXml(text)}</p>`).join('')),
        ),
        {
          places: texts.map((_, i) => `part ${Math.floor(i / 6) + 1}`),
        },
      ),
      known('mail.eml', mailOf(texts)),
      known(
        'rows.csv',
        ['Number,Text', ...rows.map(([a, b]) => `${a},"${b?.replace(/"/g, '""')}"`)].join('\n'),
        {
          places: texts.map((_, i) => `row ${i + 2}`),
        },
      ),
      known('rows.xlsx', makeXlsx({ Rows: [['Number', 'Text'], ...rows] }), {
        places: texts.map((_, i) => `sheet Rows, row ${i + 2}`),
      }),
      known(
        'book.ipynb',
        JSON.stringify({
          nbformat: 4,
          cells: texts.map((text) => ({ cell_type: 'markdown', source: [text] })),
        }),
        {
          places: texts.map((_, i) => `cell ${i + 1}`),
        },
      ),
      known(
        'feed.xml',
        `<rss><channel><item><title>One</title><guid>1</guid><description>${escapeXml(html)}</description></item></channel></rss>`,
      ),
    ];
    documents.push(known('paper.pdf', ...pdfOf(texts, 1)), known('columns.pdf', ...pdfOf(texts, 2)));
    const encoding = LEGACY[language];
    if (encoding !== undefined) documents.push(known('old.txt', encode(texts.join('\n\n'), encoding)));
    return documents;
  });
}

/** The paragraphs of a document in one language; all of them differ. */
function paragraphsOf(language: string): string[] {
  const sentences = SENTENCES[language] ?? [];
  const space = WIDE.test(sentences[0] ?? '') ? '' : ' ';
  return Array.from({ length: PARAGRAPHS }, (_, i) => {
    const own = [0, 1, 2].map((j) => sentences[(i * 3 + j + Math.floor(i / 2)) % sentences.length]);
    return `${i + 101}: ${own.join(space)}`;
  });
}

function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  return items.length === 0 ? [] : [items.slice(0, size), ...chunk(items.slice(size), size)];
}

function pageOf(language: string, html: string): string {
  const [menu, cookies, related, foot] = AROUND;
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>Harbour</title></head><body>
<header><nav><ul><li><a href="/">${menu}</a></li></ul></nav></header><div id="cookie-banner" class="cookie-consent" role="dialog">${cookies}</div>
<main><article><h1>Harbour</h1>${html}</article></main><aside class="related"><h3>${related}</h3><ul><li><a href="/a">A</a></li></ul></aside>
<footer><p>${foot}</p></footer></body></html>`;
}

function mailOf(texts: readonly string[]): string {
  const body = Buffer.from(texts.join('\n\n')).toString('base64').replace(/.{76}/g, '$&\r\n');
  return `From: Ada <ada@example.com>\r\nTo: bob@example.com\r\nSubject: Harbour\r\nDate: Mon, 4 May 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}\r\n`;
}

/** The text on pages with running heads, in one column or two, with words split at the ends of lines. */
function pdfOf(texts: readonly string[], columns: number): [Uint8Array, Partial<KnownDocument>] {
  const [isWide, isRtl] = [WIDE, RIGHT_TO_LEFT].map((letters) => letters.test(texts[0] ?? ''));
  const width = (columns === 1 ? 92 : 42) / (isWide ? 2 : 1);
  const parted: string[] = [];
  const lines = texts.flatMap((text, paragraph) => {
    const wrapped = isWide ? cut(text, width) : isRtl ? wrap(text, width, null) : wrap(text, width, parted);
    return wrapped.map((line, i) => ({ line, paragraph, isFirst: i === 0 }));
  });
  const perColumn = 46;
  const pages = chunk(lines, perColumn * columns);
  const places: string[] = [];
  const drawn = pages.map((page, number): PdfText[] => [
    // A header on only one page is not a running head.
    ...(pages.length === 1
      ? []
      : [
          { x: 60, y: 805, text: 'The Harbour Review, volume 12', size: 8 },
          { x: 295, y: 30, text: String(number + 1), size: 8 },
        ]),
    ...page.map(({ line, paragraph, isFirst }, i) => {
      if (isFirst) places[paragraph] = `page ${number + 1}`;
      const column = Math.floor(i / perColumn);
      const indent = isFirst ? 12 : 0;
      const y = 770 - (i % perColumn) * 15;
      if (isRtl !== true) return { x: 60 + column * 250 + indent, y, text: line };
      // Letters are half as wide as they are high: from the right edge of the column.
      return { x: 545 - column * 250 - indent - line.length * 5, y, text: asDrawn(line) };
    }),
  ]);
  const pdf = makePdf(drawn, { isWide: isWide === true });
  return [pdf, { parted, places, boilerplate: ['The Harbour Review, volume'] }];
}

/** A right-to-left line with its letters in visual order from the left; figures stay as they are. */
function asDrawn(line: string): string {
  return Array.from(line)
    .reverse()
    .join('')
    .replace(/\d+/g, (figure) => Array.from(figure).reverse().join(''));
}

function cut(text: string, width: number): string[] {
  return chunk(Array.from(text), width).map((letters) => letters.join(''));
}

/** Lines of this many letters. A long word that does not fit is split, at its hyphen if it has one; without `parted`, none is. */
function wrap(text: string, width: number, parted: string[] | null): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (`${line} ${word}`.trim().length <= width) {
      line = `${line} ${word}`.trim();
      continue;
    }
    const room = width - line.length - 2;
    const hyphen = word.indexOf('-') + 1;
    const letters = /^[\p{L}]+/u.exec(word)?.[0].length ?? 0;
    const at =
      hyphen > 0 && hyphen <= room + 1 ? hyphen : letters >= 9 && room >= 4 ? Math.min(room, letters - 4) : 0;
    if (at === 0 || parted === null) {
      lines.push(line);
      line = word;
      continue;
    }
    parted.push(word.replace(/[^\p{L}-]+$/u, ''));
    lines.push(`${line} ${word.slice(0, at)}${hyphen > 0 && at === hyphen ? '' : '-'}`.trim());
    line = word.slice(at);
  }
  return line === '' ? lines : [...lines, line];
}

function encode(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const byteOf = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  );
  return Uint8Array.from(text, (letter) => byteOf.get(letter) ?? 0x3f);
}
