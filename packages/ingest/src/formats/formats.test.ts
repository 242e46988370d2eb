import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type Document, type ReadDocumentOptions, readDocument, readDocuments } from '../index.ts';
import { makeDocx, makeEpub, makeOdt, makeXlsx } from '../testing-fixtures/make-office.ts';
import { makePdf, type PdfText } from '../testing-fixtures/make-pdf.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function readAll(bytes: Uint8Array, options?: ReadDocumentOptions): Promise<Document[]> {
  const all: Document[] = [];
  for await (const each of readDocuments(bytes, options)) all.push(each);
  return all;
}

const PARTS = [
  { heading: 'Rent' },
  { text: 'The tenant pays 900 euros & more < 1,000.' },
  {
    rows: [
      ['Item', 'Price'],
      ['Pump', '40'],
      ['Valve', '50'],
    ],
  },
] as const;
const TABLE = '| Item | Price |\n| --- | --- |\n| Pump | 40 |\n| Valve | 50 |';

describe('an office document', () => {
  it.each([
    ['docx', makeDocx],
    ['odt', makeOdt],
  ] as const)('of %s keeps headings, paragraphs and tables', async (format, make) => {
    const { title, markdown, meta } = await readDocument(make('Lease', PARTS), { name: 'wrong.pdf' });
    expect(title).toBe('Lease');
    expect(markdown).toBe(`# Rent\n\nThe tenant pays 900 euros & more < 1,000.\n\n${TABLE}\n`);
    expect(meta.format).toBe(format);
  });

  it('of Excel has the row of each row, days as days, and no hidden sheet', async () => {
    const rows = [['Item', 'Price', 'Since'], ['Pump', 40, 46_146], [], ['Valve', 0.1, 46_147]];
    const { markdown, anchors, title } = await readDocument(makeXlsx({ 'Prices 2026': rows, Empty: [] }));
    expect(title).toBe('Prices');
    expect(anchors.map(({ label }) => label)).toEqual([
      'sheet Prices 2026, row 2',
      'sheet Prices 2026, row 4',
    ]);
    expect(markdown).toContain('| Pump | 40 | 2026-05-04 |');
    expect(markdown).toContain('| Valve | 0.1 | 2026-05-05 |');
  });

  it('of EPUB has the part of each part, and nothing that is hidden', async () => {
    const pages = [
      '<h1>One</h1><p>First.</p>',
      '<h1>Two</h1><p>Second.</p><p style="display:none">Hidden.</p>',
    ];
    const { markdown, title, meta } = await readDocument(makeEpub('The relay', pages));
    expect(title).toBe('The relay');
    expect(markdown).toBe(
      '<!--anchor: part 1-->\n# One\n\nFirst.\n\n<!--anchor: part 2-->\n# Two\n\nSecond.\n',
    );
    expect(meta).toMatchObject({ authors: ['Ada Lovelace'], leftOut: { invisible: 1 } });
  });

  it('of a web page keeps what has a style, and leaves out what its style hides', async () => {
    const head =
      '<title>T</title><style>html { color: #1a1a1a; background: #fdfdfd } p.off { display: none } p { margin: 1em 0 }</style>';
    const body =
      '<h1>Crane</h1><p style="color:red">Red.</p><p style="margin: 0; font-size: 12px">Small.</p><p style="opacity: 0.9">Pale.</p><p class="off">Off.</p><p style="opacity: 0">Gone.</p><p style="font-size:0">None.</p>';
    const { markdown, meta } = await readDocument(
      bytesOf(`<!DOCTYPE html>\n<html><head>${head}</head><body><article>${body}</article></body></html>`),
    );
    expect(markdown).toBe('# Crane\n\nRed.\n\nSmall.\n\nPale.\n');
    expect(meta.leftOut.invisible).toBe(3);
  });

  it('of a web page that is no page is its text, and one that shows nothing is refused', async () => {
    const read = async (text: string) => (await readDocument(bytesOf(text), { name: 'x.html' })).markdown;
    expect(await read('Only words.')).toBe('Only words.\n');
    const note = '<ol><li id="fn:1"><p>A tachyon walks in. <a href="#fn:ref-1">↑</a></p></li></ol>';
    expect(await read(`<p>Ouch<sup><a href="#fn:1">1</a></sup>.</p>${note}`)).toContain(
      '[^1]: A tachyon walks in.\n',
    );
    await expect(read('<html style="display:none"><body>Hidden.</body></html>')).rejects.toMatchObject({
      code: 'DOCUMENT_EMPTY',
    });
  });

  it('that is packed to fill memory, cut off or none of them is refused in its own words', async () => {
    const bomb = makeOdt('Bomb', [{ text: 'a'.repeat(5_000_000) }]);
    await expect(readDocument(bomb, { maxUnpackedBytes: 1_000_000 })).rejects.toMatchObject({
      code: 'DOCUMENT_TOO_LARGE',
    });
    await expect(readDocument(makeDocx('Cut', PARTS).subarray(0, 900))).rejects.toMatchObject({
      code: expect.stringMatching(/^DOCUMENT_|^NOT_TEXT/),
    });
    await expect(readDocument(zipSync({ 'a.bin': bytesOf('x') }))).rejects.toMatchObject({
      code: 'NOT_TEXT',
    });
  });
});

describe('a PDF', () => {
  const LEFT = [
    'The relay was moved to Lisbon in the',
    'spring, because the keepers of the har-',
    'bour had asked for a well-known instal-',
    'lation near the old lighthouse. It costs',
    'nine hundred euros a month, and more.',
  ];
  const RIGHT = [
    'The second column begins here, and it',
    'is read after the first one was read to',
    'its end. The municipality pays for two',
    'thirds of it, which nobody had asked it',
    'to do before the well-known council sat',
  ];
  const page = (number: number, top: string): PdfText[] => [
    { x: 60, y: 800, text: 'The Harbour Review' },
    { x: 290, y: 30, text: String(number) },
    { x: 60, y: 760, text: top, size: 18 },
    ...RIGHT.map((text, i) => ({ x: 310, y: 720 - i * 12, text })),
    ...LEFT.map((text, i) => ({ x: 60, y: 720 - i * 12, text })),
  ];

  it('is read column by column, with words whole, pages known and running heads gone', async () => {
    const pdf = makePdf([page(1, 'Costs'), page(2, 'Keepers'), page(3, 'Boats')], { title: 'The relay' });
    const { markdown, anchors, title, meta } = await readDocument(pdf);
    expect(title).toBe('The relay');
    expect(meta).toMatchObject({ pages: 3, published: '2026-05-04' });
    expect(anchors.map(({ label }) => label)).toEqual(['page 1', 'page 2', 'page 3']);
    expect(markdown).not.toMatch(/Harbour Review|^\d+$/m);
    expect(markdown).toContain('<!--anchor: page 2-->\n# Keepers\n');
    expect(markdown).toContain('keepers of the harbour had asked for a well-known installation near');
    expect(markdown.indexOf('and more.')).toBeLessThan(markdown.indexOf('The second column'));
  });

  it('has headings where its outline has titles, and a sentence over two pages on the first', async () => {
    const lines = (texts: readonly string[]) => texts.map((text, i) => ({ x: 60, y: 700 - i * 12, text }));
    const pdf = makePdf(
      [
        lines(['2.1 Fees', 'The tenant pays a fee of nine hundred euros in each of the']),
        lines(['months of spring. The landlord mends the roof.']),
      ],
      { outline: [{ title: 'Fees', page: 1 }] },
    );
    const { markdown } = await readDocument(pdf);
    expect(markdown).toBe(
      '<!--anchor: page 1-->\n# 2.1 Fees\n\nThe tenant pays a fee of nine hundred euros in each of the months of spring.\n\n<!--anchor: page 2-->\nThe landlord mends the roof.\n',
    );
  });

  it.each([
    ['letters', 'في لشبونة عام 2026', '2026 ماع ةنوبشل يف'],
    ['shapes of letters', 'تكلف صيانة', 'ﺔﻧﺎﻴﺻ ﻒﻠﻜﺗ'],
    ['a ligature', 'الإرسال 900 يورو', 'ورﻮﻳ 900 ﻝﺎﺳرﻹا'],
    ['brackets and a Latin name', 'שכר (לפי Harbour Media) בליסבון', 'ןובסילב (Harbour Media יפל) רכש'],
  ])('that is drawn from the left is read from the right: %s', async (_, read, drawn) => {
    const halves = [drawn.slice(0, 6), drawn.slice(6)];
    const lines = halves.map((text, i) => ({ x: 60 + i * 30, y: 700, text }));
    const { markdown } = await readDocument(makePdf([lines]));
    expect(markdown).toBe(`<!--anchor: page 1-->\n${read}\n`);
  });

  it('without text, encrypted, damaged or longer than it may be is said to be that', async () => {
    await expect(readDocument(makePdf([[], []]))).rejects.toMatchObject({ code: 'DOCUMENT_SCANNED' });
    await expect(readDocument(bytesOf('%PDF-1.7\nnothing'))).rejects.toMatchObject({
      code: 'DOCUMENT_DAMAGED',
    });
    const sealed = Buffer.from(makePdf([page(1, 'A')]))
      .toString('latin1')
      .replace('/Root', `${SEALED} /Root`);
    await expect(readDocument(Buffer.from(sealed, 'latin1'))).rejects.toMatchObject({
      code: 'DOCUMENT_ENCRYPTED',
    });
    const long = makePdf([page(1, 'A'), page(2, 'B'), [], page(4, 'D')]);
    const { meta } = await readDocument(long, { maxPages: 3 });
    expect(meta.notices).toEqual([
      'Without text: page 3.',
      expect.stringMatching(/^Left out: \d+ words of headers, footers and page numbers\.$/),
      'Only the first 3 of 4 pages were read.',
    ]);
  });
});

it('plain text under the name of another format is refused, unless the sender says that it is text', async () => {
  for (const name of ['rent.pdf', 'Rent.DOCX', 'rent.xlsx', 'rent.epub', 'rent.zip']) {
    const login = bytesOf('<!doctype html><html><body><p>Please log in.</p></body></html>');
    for (const bytes of [bytesOf('Download failed.\n'), login])
      await expect(readDocument(bytes, { name })).rejects.toMatchObject({
        code: 'DOCUMENT_DAMAGED',
        message: expect.stringContaining('plain text'),
      });
  }
  const { markdown } = await readDocument(bytesOf('Rent is 900.\n'), {
    name: 'rent.pdf',
    type: 'text/plain',
  });
  expect(markdown).toContain('Rent is 900.');
});

/** These bytes make a PDF ask for a password; they are not a password. */
const SEALED = `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`;

const MAIL = `From: Ada Lovelace <ada@example.com>
To: bob@example.com
Subject: =?utf-8?q?Rent_f=C3=BCr_May?=
Date: Mon, 4 May 2026 10:00:00 +0000
Message-ID: <one@example.com>
Content-Type: text/plain; charset=utf-8

The rent is 900 euros.

> Who pays it?
>> Nobody.
`;

describe('mail', () => {
  it('says who wrote it, and quotes what others wrote', async () => {
    const { title, markdown, meta } = await readDocument(bytesOf(MAIL), { name: 'a.eml' });
    expect(title).toBe('Rent für May');
    expect(markdown).toBe(
      '- From: Ada Lovelace\n- To: bob@example.com\n- Date: 2026-05-04T10:00:00Z\n- Subject: Rent für May\n\nThe rent is 900 euros.\n\n> Who pays it?\n\n> > Nobody.\n',
    );
    expect(meta).toMatchObject({ key: '<one@example.com>', published: '2026-05-04T10:00:00Z' });
  });

  it('quotes what Outlook writes below an answer, and says to which thread it belongs', async () => {
    const answer = MAIL.replace(
      '<one@example.com>',
      '<two@example.com>\nIn-Reply-To: <one@example.com>\nReferences: <zero@example.com> <one@example.com>',
    ).replace(
      /\n> Who[\s\S]*$/,
      '\n-----Ursprüngliche Nachricht-----\nVon: Bob\nGesendet: Montag\n\nWho pays it?\n\n> Nobody.\n',
    );
    const { markdown, meta } = await readDocument(bytesOf(answer), { name: 'a.eml' });
    expect(markdown.slice(markdown.indexOf('The rent'))).toBe(
      'The rent is 900 euros.\n\n> Von: Bob\n> Gesendet: Montag\n>\n> Who pays it?\n\n> > Nobody.\n',
    );
    expect(meta.thread).toEqual({ root: '<zero@example.com>', answers: '<one@example.com>' });
    const dashes = MAIL.replace(/\n> Who[\s\S]*$/, '\n-----\nPrices: none\nNothing is quoted here.\n');
    expect((await readDocument(bytesOf(dashes), { name: 'b.eml' })).markdown).not.toContain('\n>');
  });

  it('is one by its name where it names only its parts', async () => {
    const part = (type: string, text: string) => `--x\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`;
    const text = `Content-Type: multipart/mixed;\r\n boundary="x"\r\n\r\n${part('text/plain', 'Good morning.')}${part('text/plain', 'The crane lifts twelve tons.')}--x--\r\n`;
    const { markdown, meta } = await readDocument(bytesOf(text), { name: 'crane.eml' });
    expect([meta.format, markdown]).toEqual([
      'mail',
      expect.stringMatching(/^Good morning\.\s+The crane lifts twelve tons\.\s*$/),
    ]);
  });

  it('of a mailbox is one document a mail, wherever its pieces end', async () => {
    const box = `From ada Mon May  4\n${MAIL}\n>From here on.\n\nFrom bob Tue May  5\n${MAIL.replace('one@', 'two@')}`;
    const pieces = async function* () {
      for (const byte of bytesOf(box)) yield new Uint8Array([byte]);
    };
    const all: Document[] = [];
    for await (const each of readDocuments(pieces())) all.push(each);
    expect(all.map(({ meta }) => meta.key)).toEqual(['<one@example.com>', '<two@example.com>']);
    expect(all[0]?.markdown).toContain('\nFrom here on.\n');
    await expect(readDocument(bytesOf(box))).rejects.toMatchObject({ code: 'SEVERAL_DOCUMENTS' });
  });
});

describe('values', () => {
  it('are rows of a table, each with its number', async () => {
    const csv = 'Item;Price\n"Pump; large";40\n\nValve;"5""0"\n';
    const { markdown, anchors } = await readDocument(bytesOf(csv), { name: 'a.csv' });
    expect(markdown).toBe(
      '<!--anchor: row 2-->\n| Item | Price |\n| --- | --- |\n| Pump; large | 40 |\n\n<!--anchor: row 4-->\n| Item | Price |\n| --- | --- |\n| Valve | 5"0 |\n',
    );
    expect(anchors).toHaveLength(2);
  });

  it.each([
    ['the sign that a line names, which is no row', 'sep=;\nItem;Price\nPump;4,5\n', ['Pump', '4,5'], 2],
    ['tabs', 'Item\tPrice\r\n\r\nPump\t4,5\r\n', ['Pump', '4,5'], 3],
    ['a value of several lines', 'Item,Price\n"Pump\n\nA",40\nValve,50\n', ['Pump A', '40'], 2],
    ['a value that is not closed', 'Item,Price\nPump,"40\n', ['Pump', '40'], 2],
    ['one column', 'Item\n\nPump\n', ['Pump'], 3],
  ])('are parted by %s', async (_, csv, cells, row) => {
    const { markdown } = await readDocument(bytesOf(csv), { name: 'a.csv' });
    expect(markdown).toContain(`<!--anchor: row ${row}-->\n| Item`);
    expect(markdown).toContain(`\n| ${cells.join(' | ')} |\n`);
  });
});

describe('a notebook, a feed and an export', () => {
  it('have cells, entries and notes', async () => {
    const notebook = {
      nbformat: 4,
      cells: [
        { cell_type: 'markdown', source: ['# Pump\n', 'It runs.'] },
        { cell_type: 'code', source: 'print(40)', outputs: [{ output_type: 'stream', text: ['40\n'] }] },
      ],
    };
    const read = await readDocument(bytesOf(JSON.stringify(notebook)));
    expect([read.title, read.markdown]).toEqual([
      'Pump',
      '<!--anchor: cell 1-->\n# Pump\nIt runs.\n\n<!--anchor: cell 2-->\n```python\nprint(40)\n```\n\n```\n40\n```\n',
    ]);
    const feed =
      '<?xml version="1.0"?><rss><channel><title>F</title><item><title>One</title><guid>1</guid><pubDate>Mon, 04 May 2026 10:00:00 GMT</pubDate><description>&lt;p&gt;The &lt;b&gt;relay&lt;/b&gt; moved.&lt;/p&gt;&lt;script&gt;x&lt;/script&gt;</description></item><item><title>Two</title><description><![CDATA[<p>More.</p>]]></description></item></channel></rss>';
    const entries = await readAll(bytesOf(feed));
    expect(entries.map(({ title, markdown }) => [title, markdown])).toEqual([
      ['One', 'The relay moved.\n'],
      ['Two', 'More.\n'],
    ]);
    expect(entries[0]?.meta).toMatchObject({
      key: '1',
      published: '2026-05-04T10:00:00Z',
      leftOut: { active: 1 },
    });
    const enex =
      '<?xml version="1.0"?><!DOCTYPE en-export [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><en-export><note><title>Pump</title><content><![CDATA[<en-note><div>40 bar &b;</div></en-note>]]></content><created>20260504T100000Z</created></note></en-export>';
    const [note] = await readAll(bytesOf(enex));
    expect([note?.title, note?.markdown, note?.meta.published]).toEqual([
      'Pump',
      '<!--anchor: part 1-->\n40 bar &amp;b;\n',
      '2026-05-04',
    ]);
    const id = '0123456789abcdef0123456789abcdef';
    const many = zipSync(
      Object.fromEntries(
        Array.from({ length: 20_003 }, (_, i) => [`${i}.md`, bytesOf(i < 2 ? `# Page ${i}` : '')]),
      ),
      { level: 0 },
    );
    const titles: string[] = [];
    const reading = (async () => {
      for await (const { title } of readDocuments(many, { type: 'notion' })) titles.push(title);
    })();
    await expect(reading).rejects.toMatchObject({ message: expect.stringMatching(/^3 files of the export/) });
    expect(titles).toEqual(['0', '1']);
    const notion = zipSync({
      [`Lease ${id}.md`]: bytesOf('# Lease\n\nThe rent is 900.'),
      [`Prices ${id}.csv`]: bytesOf('Item,Price\nPump,40\n'),
    });
    expect((await readAll(notion)).map(({ title, anchors }) => [title, anchors[0]?.label])).toEqual([
      ['Lease', 'part 1'],
      ['Prices', 'row 2'],
    ]);
  });
});
