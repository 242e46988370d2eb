import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';

/** A document, one fact in it, and the fact's place in the document. */
export interface PlacedDocument {
  readonly format: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly question: string;
  readonly fact: string;
  /** The place as a citation shows it. */
  readonly label: string;
  /** The place as a page next to the document opens it. */
  readonly href: string;
}

const NAMES =
  'Aldebaran Betelgeuse Capella Deneb Electra Fomalhaut Gienah Hadar Izar Kochab Larissa Mirach Naos Okul Polaris Rigel Sirius Talitha';

interface Makers {
  readonly makePdf: (
    pages: readonly (readonly { x: number; y: number; text: string; size?: number }[])[],
  ) => Uint8Array;
  readonly makeDocx: (title: string, parts: readonly { text: string }[]) => Uint8Array;
  readonly makeOdt: Makers['makeDocx'];
  readonly makeXlsx: (sheets: Record<string, readonly (readonly (string | number)[])[]>) => Uint8Array;
  readonly makeEpub: (title: string, pages: readonly string[]) => Uint8Array;
}

/** The tests of `@memora/ingest` make their documents with these. */
async function loadMakers(): Promise<Makers> {
  const folder = fileURLToPath(new URL('../../packages/ingest/src/testing-fixtures', import.meta.url));
  const [pdf, office] = await Promise.all(
    ['make-pdf.ts', 'make-office.ts'].map((file) => import(join(folder, file)) as Promise<Partial<Makers>>),
  );
  return { ...pdf, ...office } as Makers;
}

/** A document of every format. The text around the fact does not matter. It is long if a page must scroll to show the fact. */
export async function makePlacedDocuments(): Promise<PlacedDocument[]> {
  const { makePdf, makeDocx, makeOdt, makeXlsx, makeEpub } = await loadMakers();
  const names = NAMES.split(' ');
  const documents: PlacedDocument[] = [];
  const add = (
    format: string,
    name: string,
    make: (fact: string) => Uint8Array | string,
    place: { readonly label?: string; readonly href?: string | ((fact: string) => string) } = {},
  ): void => {
    const crane = names[documents.length] ?? 'none';
    const fact = `The crane ${crane} weighs ${documents.length + 31} tons.`;
    const bytes = make(fact);
    documents.push({
      ...{ format, name, fact, question: `How many tons does the crane ${crane} weigh?` },
      bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
      label: `${name}${place.label ?? ''}`,
      href: `${name}${typeof place.href === 'function' ? place.href(fact) : (place.href ?? '')}`,
    });
  };
  /** The text that a browser searches for in a file that it shows as text. */
  const toWords = { href: (fact: string) => `#:~:text=${encodeURIComponent(fact)}` };
  const filler = Array.from({ length: 60 }, (_, i) => `The harbour log of day ${i + 1} is closed.`);
  const mail = (fact: string) =>
    `From: Ada <ada@example.com>\nTo: bob@example.com\nSubject: Cranes\nMessage-ID: <${fact.length}@example.com>\nDate: Mon, 4 May 2026 10:00:00 +0000\nContent-Type: text/plain; charset=utf-8\n\n${fact}\n`;
  const cue = (point: string, fact: string) =>
    `00:00:02${point}000 --> 00:00:06${point}000\nGood morning.\n\n2\n00:13:05${point}000 --> 00:13:09${point}000\n${fact}\n`;

  add('text', 'told.txt', (fact) => `${filler[0]}\n\n${fact}\n`, toWords);
  add('markdown', 'notes.md', (fact) => `# Cranes\n\n${filler[0]}\n\n${fact}\n`, toWords);
  add('captions', 'standup.vtt', (fact) => `WEBVTT\n\n${cue('.', fact).replace('\n2\n', '\n')}`, {
    label: ', 00:13:05',
    href: '?t=785',
  });
  add('captions', 'talk.srt', (fact) => `1\n${cue(',', fact)}`, { label: ', 00:13:05', href: '?t=785' });
  add(
    'html',
    'page.html',
    (fact) =>
      `<!doctype html><title>Cranes</title><article><h1>Cranes</h1>${filler.map((text) => `<p>${text}</p>`).join('')}<h2 id="weights">Weights</h2><p>${fact}</p>${filler.map((text) => `<p>${text}</p>`).join('')}</article>`,
    { label: '#weights', href: '#weights' },
  );
  add(
    'pdf',
    'works.pdf',
    (fact) =>
      makePdf([
        [{ x: 60, y: 700, text: filler[0] ?? '' }],
        // Dark enough that its pixels differ from the first page.
        [
          { x: 60, y: 780, text: fact },
          ...[600, 400, 200].map((y) => ({ x: 20, y, text: 'MMMM', size: 160 })),
        ],
      ]),
    { label: ', page 2', href: '#page=2' },
  );
  add('docx', 'lease.docx', (fact) => makeDocx('Lease', [{ text: filler[0] ?? '' }, { text: fact }]));
  add('odt', 'lease.odt', (fact) => makeOdt('Lease', [{ text: filler[0] ?? '' }, { text: fact }]));
  add('epub', 'book.epub', (fact) => makeEpub('Book', [`<p>${filler[0]}</p>`, `<p>${fact}</p>`]), {
    label: ', part 2',
  });
  add('mail', 'mail.eml', mail, toWords);
  add(
    'mbox',
    'mails.mbox',
    (fact) => `From ada Mon May  4\n${mail('None.')}\nFrom ada Tue May  5\n${mail(fact)}`,
    toWords,
  );
  add('table', 'cranes.csv', (fact) => `Day,Said\n1,${filler[0]}\n2,${fact}\n`, { label: ', row 3' });
  add(
    'xlsx',
    'cranes.xlsx',
    (fact) =>
      makeXlsx({
        Cranes: [
          ['Day', 'Said'],
          [1, filler[0] ?? ''],
          [2, fact],
        ],
      }),
    { label: ', sheet Cranes, row 3' },
  );
  add(
    'notebook',
    'cranes.ipynb',
    (fact) =>
      JSON.stringify({
        nbformat: 4,
        cells: [filler[0], fact].map((text) => ({ cell_type: 'markdown', source: [text] })),
      }),
    { label: ', cell 2' },
  );
  add(
    'feed',
    'feed.xml',
    (fact) =>
      `<?xml version="1.0"?><rss><channel><title>F</title><item><title>Cranes</title><guid>1</guid><description>${fact}</description></item></channel></rss>`,
    toWords,
  );
  add(
    'enex',
    'evernote.enex',
    (fact) =>
      `<?xml version="1.0" encoding="UTF-8"?><en-export>${[filler.join('</div>\n<div>'), fact]
        .map(
          (text, i) =>
            `\n<note><title>Note ${i + 1}</title><content><![CDATA[<en-note><div>${text}</div></en-note>]]></content><created>2026050${i + 1}T100000Z</created></note>`,
        )
        .join('')}</en-export>`,
    { label: ', part 2', ...toWords },
  );
  add(
    'notion',
    'notion.zip',
    (fact) =>
      zipSync({
        [`Yard ${'a1'.repeat(16)}.md`]: Buffer.from(`# Yard\n\n${filler[0]}\n`),
        [`Weights ${'b2'.repeat(16)}.csv`]: Buffer.from(`Day,Said\n1,${filler[1]}\n2,${fact}\n`),
      }),
    { label: ', row 3' },
  );
  add(
    'notion',
    'pages.zip',
    (fact) =>
      zipSync({
        [`Yard ${'c3'.repeat(16)}.md`]: Buffer.from(`# Yard\n\n${filler[2]}\n`),
        [`Quay ${'d4'.repeat(16)}.md`]: Buffer.from(`# Quay\n\n${fact}\n`),
      }),
    { label: ', part 2' },
  );
  return documents;
}
