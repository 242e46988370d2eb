import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../index.ts';
import { makeDocx, makeXlsx } from '../../testing-fixtures/make-office.ts';

const pack = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

function docx(body: string, files: Readonly<Record<string, string>> = {}): Uint8Array {
  const made = unzipSync(makeDocx('Lease', []));
  const w = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const m = 'http://schemas.openxmlformats.org/officeDocument/2006/math';
  const document = `<w:document xmlns:w="${w}" xmlns:m="${m}"><w:body>${body}</w:body></w:document>`;
  const others = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
  return zipSync({ ...made, 'word/document.xml': strToU8(document), ...Object.fromEntries(others) });
}

const run = (text: string, properties = ''): string =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;

describe('a Word document', () => {
  it('has the values of its fields and its formulas', async () => {
    const simple = `<w:p>${run('The rent is ')}<w:fldSimple w:instr=" MERGEFIELD rent ">${run('900')}</w:fldSimple>${run(' EUR.')}</w:p>`;
    const complex = `<w:p>${run('Due ')}<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> DATE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('May 4')}<w:r><w:fldChar w:fldCharType="end"/></w:r>${run('.')}</w:p>`;
    const formula = `<w:p>${run('The area is ')}<m:oMath><m:r><m:t>A=</m:t></m:r><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f><m:sSup><m:e><m:r><m:t>h</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>${run(' here.')}</w:p>`;
    const { markdown } = await readDocument(docx(simple + complex + formula));
    expect(markdown).toBe('The rent is 900 EUR.\n\nDue May 4.\n\nThe area is A=(a+b)/2h^2 here.\n');
  });

  it('leaves out and counts what is hidden, by itself, by a style, by its colour or its size', async () => {
    const styles = '<w:styles><w:style w:styleId="Gone"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>';
    const body = [
      run('HIDDEN ignore instructions', '<w:vanish/>') + run('Visible.'),
      run('HIDDEN by style', '<w:rStyle w:val="Gone"/>') + run('Seen.', '<w:vanish w:val="0"/>'),
      run('HIDDEN white', '<w:color w:val="FFFFFF"/>') +
        run('White on dark.', '<w:color w:val="FFFFFF"/><w:shd w:fill="000000"/>'),
      run('HIDDEN tiny', '<w:sz w:val="1"/>') + run('Small.', '<w:sz w:val="12"/>'),
    ].map((runs) => `<w:p>${runs}</w:p>`);
    const { markdown, meta } = await readDocument(docx(body.join(''), { 'word/styles.xml': styles }));
    expect(markdown).toBe('Visible.\n\nSeen.\n\nWhite on dark.\n\nSmall.\n');
    expect(meta.leftOut.invisible).toBe(4);
  });

  it('leaves out a hidden paragraph with the links, insertions and controls in it, and one whose style inherits', async () => {
    const styles =
      '<w:styles><w:style w:styleId="Gone"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="Heir"><w:basedOn w:val="Gone"/></w:style><w:style w:styleId="Back"><w:basedOn w:val="Gone"/><w:rPr><w:vanish w:val="0"/></w:rPr></w:style></w:styles>';
    const of = (style: string, runs: string) =>
      `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${runs}</w:p>`;
    const body = [
      of('Gone', `<w:hyperlink w:anchor="a">${run('HIDDEN link')}</w:hyperlink>`),
      of('Gone', `<w:ins w:id="1">${run('HIDDEN insertion')}</w:ins>`),
      of('Gone', `<w:sdt><w:sdtContent>${run('HIDDEN control')}</w:sdtContent></w:sdt>`),
      of('Heir', run('HIDDEN by the style below')),
      of('Gone', run('Shown.', '<w:vanish w:val="0"/>')),
      of('Back', `<w:hyperlink w:anchor="a">${run('Seen.')}</w:hyperlink>`),
    ];
    const { markdown, meta } = await readDocument(docx(body.join(''), { 'word/styles.xml': styles }));
    expect(markdown).not.toContain('HIDDEN');
    expect(markdown).toMatch(/Shown\.\n\n.*Seen\./);
    expect(meta.leftOut.invisible).toBe(4);
  });

  it('leaves out paragraphs without a style if the default style is hidden, and no more', async () => {
    const styles =
      '<w:styles><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Other"/></w:styles>';
    const other = `<w:p><w:pPr><w:pStyle w:val="Other"/></w:pPr>${run('Seen.')}${run(' Bold.', '<w:b/>')}</w:p>`;
    const body = `<w:p>${run('HIDDEN by the default style')}</w:p>${other}`;
    const { markdown, meta } = await readDocument(docx(body, { 'word/styles.xml': styles }));
    expect(markdown).not.toContain('HIDDEN');
    expect(markdown).toMatch(/Seen\..*Bold\./);
    expect(meta.leftOut.invisible).toBe(1);
  });

  it('takes no hidden style without an id for that of plain paragraphs', async () => {
    const styles =
      '<w:styles><w:style w:styleId="Normal"/><w:style w:type="paragraph"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>';
    const body = `<w:p>${run('One.')}</w:p><w:p><w:pPr><w:pStyle w:val="Normal"/></w:pPr>${run('Two.')}</w:p>`;
    const { markdown } = await readDocument(docx(body, { 'word/styles.xml': styles }));
    expect(markdown).toBe('One.\n\nTwo.\n');
  });

  it('has headers and footers once, and comments as such', async () => {
    const edge = (text: string) => `<w:hdr><w:p>${run(text)}</w:p></w:hdr>`;
    const { markdown } = await readDocument(
      docx(`<w:p>${run('Body.')}</w:p>`, {
        'word/header1.xml': edge('Acme Ltd, file 77'),
        'word/header2.xml': edge('Acme Ltd, file 77'),
        'word/footer1.xml': edge('Confidential'),
        'word/comments.xml': `<w:comments><w:comment w:author="Bob"><w:p>${run('Check this sum.')}</w:p></w:comment></w:comments>`,
      }),
    );
    expect(markdown).toBe(
      'Body.\n\nConfidential\n\nAcme Ltd, file 77\n\n> Comment of Bob: Check this sum.\n'.replace(
        'Confidential\n\nAcme Ltd, file 77',
        'Acme Ltd, file 77\n\nConfidential',
      ),
    );
  });
});

const SLIDE = (shapes: string, show = '') =>
  `<p:sld${show}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
const shape = (text: string, type = '') =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1"/><p:nvPr>${type === '' ? '' : `<p:ph type="${type}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${text
    .split('|')
    .map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`)
    .join('')}</p:txBody></p:sp>`;
const rels = (...targets: readonly (readonly [string, string])[]) =>
  `<Relationships>${targets.map(([type, target], i) => `<Relationship Id="r${i + 1}" Type="http://x/${type}" Target="${target}"/>`).join('')}</Relationships>`;

it('a presentation has slides with tables, charts and notes, and is no workbook', async () => {
  const cell = (text: string) => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
  const table = `<p:graphicFrame><a:tbl><a:tr>${cell('Item')}${cell('Price')}</a:tr><a:tr>${cell('Pump')}${cell('40')}</a:tr></a:tbl></p:graphicFrame>`;
  const cached = (values: readonly string[]) =>
    values.map((value, i) => `<c:pt idx="${i}"><c:v>${value}</c:v></c:pt>`).join('');
  const deck = pack({
    'xl/workbook.xml': '<workbook/>',
    'ppt/embeddings/x.xlsx': 'xl/workbook',
    'ppt/presentation.xml':
      '<p:presentation><p:sldIdLst><p:sldId r:id="r1"/><p:sldId r:id="r2"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': rels(['slide', 'slides/slide1.xml'], ['slide', 'slides/slide2.xml']),
    'ppt/slides/slide1.xml': SLIDE(
      shape('Costs', 'title') + shape('First.|Second.') + table + shape('7', 'sldNum'),
    ),
    'ppt/slides/_rels/slide1.xml.rels': rels(
      ['chart', '../charts/chart1.xml'],
      ['notesSlide', '../notesSlides/n1.xml'],
    ),
    'ppt/charts/chart1.xml': `<c:chartSpace><c:ser><c:tx>${cached(['Sales'])}</c:tx><c:cat>${cached(['Q1', 'Q2'])}</c:cat><c:val>${cached(['4.3', '2.5'])}</c:val></c:ser></c:chartSpace>`,
    'ppt/notesSlides/n1.xml': SLIDE(shape('Say thanks.', 'body') + shape('1', 'sldNum')),
    'ppt/slides/slide2.xml': SLIDE(shape('Secret plan'), ' show="0"'),
  });
  const { markdown, meta, anchors } = await readDocument(deck);
  expect(meta.format).toBe('pptx');
  expect(anchors.map(({ label }) => label)).toEqual(['slide 1']);
  expect(markdown).toBe(
    '<!--anchor: slide 1-->\n## Costs\n\nFirst.\n\nSecond.\n\n| Item | Price |\n| --- | --- |\n| Pump | 40 |\n\n|  | Sales |\n| --- | --- |\n| Q1 | 4.3 |\n| Q2 | 2.5 |\n\n> Say thanks.\n',
  );
  expect(meta.notices).toEqual(['Left out, as hidden: 1 slide.']);
});

it('a chart that two slides show is read on both, and one that thousands show is bounded', async () => {
  const cached = (values: readonly string[]) =>
    values.map((value, i) => `<c:pt idx="${i}"><c:v>${value}</c:v></c:pt>`).join('');
  const deckOf = (slides: number, values: readonly string[]) => {
    const numbers = Array.from({ length: slides }, (_, i) => i + 1);
    return pack({
      'ppt/presentation.xml': `<p:presentation>${numbers.map((i) => `<p:sldId r:id="r${i}"/>`).join('')}</p:presentation>`,
      'ppt/_rels/presentation.xml.rels': rels(
        ...numbers.map((i) => ['slide', `slides/slide${i}.xml`] as const),
      ),
      ...Object.fromEntries(
        numbers.flatMap((i) => [
          [`ppt/slides/slide${i}.xml`, SLIDE(shape(`Slide ${i}.`))],
          [`ppt/slides/_rels/slide${i}.xml.rels`, rels(['chart', '../charts/chart1.xml'])],
        ]),
      ),
      'ppt/charts/chart1.xml': `<c:chartSpace><c:ser><c:tx>${cached(['Sales'])}</c:tx><c:cat>${cached(values)}</c:cat><c:val>${cached(values)}</c:val></c:ser></c:chartSpace>`,
    });
  };
  const two = await readDocument(deckOf(2, ['4.3']));
  expect(two.markdown.match(/\| 4\.3 \| 4\.3 \|/g)).toHaveLength(2);
  expect(two.meta.notices).toEqual([]);
  const many = await readDocument(
    deckOf(
      300,
      Array.from({ length: 2_000 }, (_, i) => String(i)),
    ),
  );
  expect(many.markdown.length).toBeLessThan(2 ** 21);
  expect(many.meta.notices).toEqual([
    expect.stringMatching(/^Read once: parts that the document names \d+ more times\.$/),
  ]);
});

function odf(kind: string, content: string, files: Readonly<Record<string, string>> = {}): Uint8Array {
  const others = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
  return zipSync({
    mimetype: [strToU8(`application/vnd.oasis.opendocument.${kind}`), { level: 0 }],
    'content.xml': strToU8(`<office:document-content>${content}</office:document-content>`),
    ...Object.fromEntries(others),
  });
}

it('a spreadsheet of OpenDocument has the row of each row, and says what is hidden', async () => {
  const row = (cells: readonly string[], more = '') =>
    `<table:table-row${more}>${cells.map((cell) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`;
  const styles =
    '<style:style style:name="off"><style:table-properties table:display="false"/></style:style>';
  const columns =
    '<table:table-column/><table:table-column/><table:table-column table:visibility="collapse"/>';
  const sheet = `<table:table table:name="Prices">${columns}${row(['Item', 'Price', 'x'])}<table:table-row table:number-rows-repeated="2"/>${row(['Pump', '19%', 'y'])}${row(['Gone', '1', 'z'], ' table:visibility="collapse"')}</table:table>`;
  const off = `<table:table table:name="Off" table:style-name="off">${row(['Secret', '1'])}</table:table>`;
  const { markdown, anchors, meta } = await readDocument(
    odf('spreadsheet', `${styles}<office:spreadsheet>${sheet}${off}</office:spreadsheet>`),
  );
  expect(markdown).toContain('| Item | Price |\n| --- | --- |\n| Pump | 19% |\n');
  expect(anchors.map(({ label }) => label)).toEqual(['sheet Prices, row 4']);
  expect(meta.notices).toEqual(['Left out, as hidden: 1 sheet, 1 row, 1 column.']);
});

it('a presentation of OpenDocument has its slides and their notes', async () => {
  const box = (text: string, more = '') =>
    `<draw:frame${more}><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
  const slide = `<draw:page>${box('Costs', ' presentation:class="title"')}${box('First.')}<presentation:notes>${box('Say thanks.')}</presentation:notes></draw:page>`;
  const { markdown } = await readDocument(
    odf('presentation', `<office:presentation>${slide}</office:presentation>`),
  );
  expect(markdown).toBe('<!--anchor: slide 1-->\n## Costs\n\nFirst.\n\n> Say thanks.\n');
});

it('a text of OpenDocument has formulas, comments and headers, and leaves out what is hidden', async () => {
  const style =
    '<style:style style:name="T1" style:family="text"><style:text-properties text:display="none"/></style:style>';
  const text = `<office:text><text:p>It is <draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>.<text:span text:style-name="T1">HIDDEN</text:span><office:annotation><dc:creator>Bob</dc:creator><text:p>Why?</text:p></office:annotation></text:p></office:text>`;
  const { markdown, meta } = await readDocument(
    odf('text', style + text, {
      'Object 1/content.xml':
        '<math:math><math:msup><math:mi>x</math:mi><math:mn>2</math:mn></math:msup></math:math>',
      'styles.xml':
        '<a><style:master-page><style:header><text:p>Acme Ltd</text:p></style:header></style:master-page></a>',
    }),
  );
  expect(markdown).toBe('It is x^2.\n\n> Comment of Bob: Why?\n\nAcme Ltd\n');
  expect(meta.leftOut.invisible).toBe(1);
});

it.each([
  ['OpenDocument', odf('text', '', { 'META-INF/manifest.xml': '<m><manifest:encryption-data/></m>' })],
  [
    'Office',
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(600),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]),
  ],
])('an encrypted document of %s is said to be encrypted', async (_, bytes) => {
  await expect(readDocument(new Uint8Array(bytes))).rejects.toMatchObject({ code: 'DOCUMENT_ENCRYPTED' });
});

it('a document without text is refused', async () => {
  await expect(readDocument(docx('<w:p/>'))).rejects.toMatchObject({ code: 'DOCUMENT_EMPTY' });
});

it('a workbook shows percentages as such, and says which rows and columns are hidden', async () => {
  const files = unzipSync(makeXlsx({ Rates: [] }));
  const sheet =
    '<worksheet><cols><col min="3" max="3" hidden="1"/></cols><sheetData><row r="1"><c r="A1" t="str"><v>Tax</v></c><c r="B1" s="2"><v>0.19</v></c><c r="C1"><v>5</v></c></row><row r="2" hidden="1"><c r="A2"><v>9</v></c></row><row r="3"><c r="A3" s="3"><v>0.075</v></c></row></sheetData></worksheet>';
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="0.0%"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="170"/></cellXfs></styleSheet>';
  const { markdown, meta } = await readDocument(
    zipSync({ ...files, 'xl/worksheets/sheet1.xml': strToU8(sheet), 'xl/styles.xml': strToU8(styles) }),
  );
  expect(markdown).toContain('| Tax | 19% |');
  expect(markdown).toContain('| 7.5% |');
  expect(meta.notices).toEqual(['Left out, as hidden: 1 row, 1 column.']);
});
