import { expect, it } from 'vitest';
import { type Document, readDocument, readDocuments } from '../../index.ts';
import { costlyDocuments } from '../../testing-fixtures/costly-documents.ts';
import { docx, utf8, words, zip } from '../../testing-fixtures/make-attacks.ts';

const DOCUMENTS = costlyDocuments();
const read = (name: string, mayGoOn = () => true): Promise<Document> =>
  readDocument(DOCUMENTS[name] ?? new Uint8Array(), { name, mayGoOn });

it('a formula that is nested 6,000 deep is read whole, and one in another keeps its signs', async () => {
  const { markdown } = await read('math.docx');
  // A single number below each of 6,000 fraction bars.
  expect(markdown.split('1')).toHaveLength(6_001);
  const math = '<math><mfrac><msup><mi>x</mi><mn>2</mn></msup><mi>c</mi></mfrac></math>';
  const page = await readDocument(utf8(`<html><body><p>It is ${math}.</p></body></html>`));
  expect(page.markdown).toContain('It is (x^2)/c.');
});

it('thirty thousand fields that are open in each other leave the text, and a link in a field stays one', async () => {
  expect((await read('fields.docx')).markdown).toMatch(/(?:^|\n)x\n/);
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const told = (text: string) => `<w:r><w:instrText> ${text} </w:instrText></w:r>`;
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
  const link = `${mark('begin')}${told('HYPERLINK "https://example.org/a"')}${mark('separate')}${run('here')}${mark('end')}`;
  // Content deeper than the library's limit is text, and content after it is unaffected.
  const deep = `${mark('begin').repeat(40)}${run('deep')}${mark('end').repeat(40)}`;
  // Each further `separate` would make it read the whole instruction again.
  const again = `${mark('begin')}${`${told('x')}${mark('separate')}`.repeat(20_000)}${run('again')}${mark('end')}`;
  const { markdown } = await readDocument(docx(words(`<w:p>${deep}${again}${link}</w:p>`)));
  expect(markdown).toContain('deepagain[here](https://example.org/a)');
});

it('a slide and a part of a book that are named ten thousand times are read once, and that is said', async () => {
  const slides = await read('slides.pptx');
  expect(slides.markdown.match(/word/g)).toHaveLength(300);
  expect(slides.meta.notices).toEqual(['Read once: parts that the document names 8999 more times.']);
  const book = await read('spine.epub');
  expect(book.markdown.match(/word word word/g)).toHaveLength(300);
  expect(book.meta.notices).toEqual(['Read once: parts that the document names 19999 more times.']);
});

it('slides that the budget has no room for are said to be missing', async () => {
  const slide = (text: string) =>
    `<p:sld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:sld>`;
  const numbers = [1, 2, 3];
  const bytes = zip({
    'ppt/presentation.xml': `<p:presentation>${numbers.map((i) => `<p:sldId r:id="r${i}"/>`).join('')}</p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `<Relationships>${numbers.map((i) => `<Relationship Id="r${i}" Type="http://x/slide" Target="slides/${i}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(numbers.map((i) => [`ppt/slides/${i}.xml`, slide(`Slide ${i}.`)])),
  });
  const { markdown, meta } = await readDocument(bytes, { mayGoOn: () => false });
  expect(markdown).toBe('<!--anchor: slide 1-->\nSlide 1.\n');
  expect(meta.extractor).toMatch(/\+partial$/);
  expect(meta.notices).toEqual([expect.stringMatching(/^Not read: 2 parts, .*--limit/)]);
});

it('a workbook that repeats a long text is read as far as there is room, and the rest is said to be missing', async () => {
  const { markdown, meta } = await read('strings.xlsx');
  expect(markdown.length).toBeLessThan(2 ** 26);
  expect(meta.extractor).toMatch(/\+partial$/);
  const rows = markdown.match(/^\| long/gm)?.length ?? 0;
  const unread = Number(/Not read: (\d+) rows/.exec(meta.notices.join(' '))?.[1]);
  // The head of each table is repeated.
  const tables = markdown.match(/^\| ---/gm)?.length ?? 0;
  expect(rows - (tables - 1) + unread).toBe(60_000);
});

it('OpenDocument that says one thing very often is read with a bound', async () => {
  const sheet = await read('repeated.ods');
  expect(sheet.markdown.match(/^\| x/gm)?.length).toBeGreaterThan(999);
  expect(sheet.meta.notices).toContain(
    'Not read: 999999000 rows, because rows or long texts are repeated very often.',
  );
  expect((await read('spaces.odt')).markdown).toMatch(/^a +b\n$/);
  expect((await read('deep.odt')).markdown).toBe('x\n');
  expect((await read('styles.odt')).markdown.match(/x/g)).toHaveLength(900);
});

/** The name of a page in a Notion export. */
const PAGE = `Tea ${'0123456789abcdef'.repeat(2)}.md`;

it.each([
  [
    'more than 20,000 files',
    zip({ [PAGE]: 'Tea is hot.', ...filesOf(20_000), [`Last ${PAGE}`]: 'Ice is cold.' }),
    2,
  ],
  ['archives in each other', zip({ [PAGE]: 'Tea is hot.', 'Part-1.zip': inArchives(3, 'Ice is cold.') }), 1],
])('an export with %s is read as far as it may, and the rest is counted', async (_, bytes, missing) => {
  const read: string[] = [];
  const all = async () => {
    for await (const { markdown } of readDocuments(bytes, { name: 'a.zip' })) read.push(markdown.trim());
  };
  await expect(all()).rejects.toMatchObject({
    code: 'DOCUMENT_TOO_LARGE',
    message: expect.stringContaining(`${missing} files of the export were not read`),
  });
  expect(read.map((markdown) => markdown.split('\n').at(-1))).toEqual(['Tea is hot.']);
});

function filesOf(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}.txt`, '']));
}

function inArchives(depth: number, text: string): Uint8Array {
  return depth === 0 ? zip({ 'c.md': text }) : zip({ 'c.zip': inArchives(depth - 1, text) });
}
