import { docx, epub, html, mail, pdf, pdfOf, utf8, words, zip } from './make-attacks.ts';

const times = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('');
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
const XL = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

function xlsx(sheet: string, more: Readonly<Record<string, string>> = {}): Uint8Array {
  return zip({
    '[Content_Types].xml': '<?xml version="1.0"?><Types/>',
    'xl/workbook.xml': `<workbook ${XL}><sheets><sheet name="A" sheetId="1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${XL}>${sheet}</worksheet>`,
    ...more,
  });
}

function odf(kind: string, content: string): Uint8Array {
  return zip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content>${content}</office:document-content>`,
  });
}

const stream = (content: string, more = ''): string =>
  `<< /Length ${content.length} ${more} >>\nstream\n${content}\nendstream`;

/** A PDF whose page draws this content, with further objects from number 6 on. */
function drawing(content: string, resources: string, objects: readonly string[]): Uint8Array {
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> >>`,
    stream(content),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...objects,
  ]);
}

/** Small documents that are very expensive to read: depth, repetition, references that multiply. By file name. */
export function costlyDocuments(): Readonly<Record<string, Uint8Array>> {
  const page = (body: string) =>
    `<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}<p>The end.</p></body></html>`;
  const forms = Array.from({ length: 9 }, (_, i) =>
    stream(
      i === 8 ? 'BT /F1 12 Tf 9 9 Td (x) Tj ET' : `/X${i + 1} Do `.repeat(10),
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F1 5 0 R >> /XObject << /X${i + 1} ${7 + i} 0 R >> >>`,
    ),
  );
  return {
    'deep-div.html': html(nested('<div>', '</div>', 27_000)),
    'deep-inline.html': html(nested('<b>', '</b>', 40_000)),
    'deep-table.html': html(nested('<table><tr><td>', '</td></tr></table>', 9_000)),
    'deep-list.html': html(nested('<ul><li>', '</li></ul>', 20_000)),
    'deep-quote.html': html(nested('<blockquote>', '</blockquote>', 12_000)),
    'deep-math.html': html(`<math>${nested('<mfrac><mrow>', '</mrow></mfrac>', 12_000)}</math>`),
    'open-anchors.html': html('<a href=x>y'.repeat(27_000)),
    'open-formatting.html': html(times(3_000, (i) => `<p><b id=${i}><i><u>x`)),
    'rules.html': html(
      times(3_000, (i) => `<p class="a${i}">x</p>`),
      `<style>${times(3_000, (i) => `.a${i} p, .b${i}{color:red}`)}</style>`,
    ),
    'selectors.html': html(
      times(2_000, () => '<div><p>x</p></div>'),
      `<style>${times(400, () => `${'div '.repeat(60)}p{display:none}`)}</style>`,
    ),
    'links.html': html(times(9_000, (i) => `<a href="${i}">x</a>`)),
    'footnotes.html': html(
      times(4_000, (i) => `<sup><a href="#f${i}">1</a></sup>`) +
        `<ol>${times(4_000, (i) => `<li id="f${i}">x</li>`)}</ol>`,
    ),
    'spans.html': html(`<table>${times(300, () => '<tr><td rowspan=65534 colspan=1000>x')}</table>`),
    'far-cell.xlsx': xlsx(
      '<sheetData><row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row></sheetData>',
    ),
    'far-cells.xlsx': xlsx(
      `<sheetData>${times(9_000, (i) => `<row r="${100 * (i + 1)}"><c r="XFD${100 * (i + 1)}"><v>1</v></c></row>`)}</sheetData>`,
    ),
    'nested-rows.xlsx': xlsx(
      `<sheetData>${nested('<row r="1"><c r="A1"><is><t>', '</t></is></c></row>', 20_000)}</sheetData>`,
    ),
    'wide.xlsx': xlsx(
      `<cols>${times(16_000, (i) => `<col min="${i + 1}" max="16384" hidden="1"/>`)}</cols><mergeCells>${times(9_000, () => '<mergeCell ref="A1:XFD1048576"/>')}</mergeCells><sheetData>${times(3_000, (i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>1</v></c></row>`)}</sheetData>`,
    ),
    'strings.xlsx': xlsx(
      `<sheetData>${times(60_000, (i) => `<row r="${i + 1}"><c r="A${i + 1}" t="s"><v>0</v></c></row>`)}</sheetData>`,
      {
        'xl/sharedStrings.xml': `<sst ${XL}><si><t>${'long '.repeat(2_000)}</t></si></sst>`,
      },
    ),
    'repeated.ods': odf(
      'spreadsheet',
      '<office:spreadsheet><table:table table:name="A"><table:table-row table:number-rows-repeated="1000000000"><table:table-cell table:number-columns-repeated="1000000000"><text:p>x</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>',
    ),
    'spaces.odt': odf('text', '<office:text><text:p>a<text:s text:c="2000000000"/>b</text:p></office:text>'),
    'deep.odt': odf(
      'text',
      `<office:text>${nested('<text:section>', '</text:section>', 30_000)}<text:p>x</text:p></office:text>`,
    ),
    'styles.odt': odf(
      'text',
      `<office:automatic-styles>${times(9_000, (i) => `<style:style style:name="s${i}" style:parent-style-name="s${i + 1}"/>`)}</office:automatic-styles><office:text>${times(900, (i) => `<text:p text:style-name="s${i}">x</text:p>`)}</office:text>`,
    ),
    'slides.pptx': zip({
      'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${'<p:sldId r:id="r1"/>'.repeat(9_000)}</p:sldIdLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels':
        '<Relationships><Relationship Id="r1" Type="http://x/slide" Target="slides/slide1.xml"/></Relationships>',
      'ppt/slides/slide1.xml': `<p:sld><p:cSld><p:spTree>${times(300, () => '<p:sp><p:txBody><a:p><a:r><a:t>word</a:t></a:r></a:p></p:txBody></p:sp>')}</p:spTree></p:cSld></p:sld>`,
    }),
    'deep.docx': docx(words(nested('<w:tbl><w:tr><w:tc>', '<w:p/></w:tc></w:tr></w:tbl>', 3_000))),
    'fields.docx': docx(
      words(
        `<w:p>${'<w:r><w:fldChar w:fldCharType="begin"/></w:r>'.repeat(30_000)}<w:r><w:t>x</w:t></w:r></w:p>`,
      ),
    ),
    'styles.docx': docx(
      words(times(2_000, () => '<w:p><w:pPr><w:pStyle w:val="s0"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>')),
      {
        'word/styles.xml': `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${times(4_000, (i) => `<w:style w:type="paragraph" w:styleId="s${i}"><w:basedOn w:val="s${(i + 1) % 4_000}"/></w:style>`)}</w:styles>`,
      },
    ),
    'math.docx': docx(
      words(
        `<w:p><m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">${nested('<m:f><m:num>', '</m:num><m:den><m:r><m:t>1</m:t></m:r></m:den></m:f>', 6_000)}</m:oMath></w:p>`,
      ),
    ),
    'spine.epub': zip({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml':
        '<container><rootfiles><rootfile full-path="a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
      'a.opf': `<package><manifest><item id="p" href="p.xhtml" media-type="application/xhtml+xml"/></manifest><spine>${'<itemref idref="p"/>'.repeat(20_000)}</spine></package>`,
      'p.xhtml': page(times(300, () => '<p>word word word</p>')),
    }),
    'deep.epub': epub(page(nested('<div>', '</div>', 30_000))),
    'kids.pdf': pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${'3 0 R '.repeat(30_000)}] /Count 30000 >>`,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
      stream('BT /F1 12 Tf 9 9 Td (x) Tj ET'),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ]),
    'forms.pdf': drawing('/X0 Do', '/XObject << /X0 6 0 R >>', forms),
    'one-page.pdf': pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [15 0 R 3 0 R 16 0 R] /Count 3 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /X0 6 0 R >> >> >>',
      stream('/X0 Do'),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ...forms,
      ...[17, 18].map(
        (content) =>
          `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${content} 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
      ),
      stream('BT /F1 12 Tf 72 700 Td (The crane lifts twelve tons.) Tj ET'),
      stream('BT /F1 12 Tf 72 700 Td (The winch waits at the quay.) Tj ET'),
    ]),
    'letters.pdf': drawing(
      `BT /F1 9 Tf ${times(40_000, (i) => `1 0 0 1 ${(i * 37) % 600} ${(i * 91) % 780} Tm (x) Tj\n`)} ET`,
      '',
      [],
    ),
    'states.pdf': drawing(`${'q '.repeat(60_000)}BT /F1 9 Tf 9 9 Td (x) Tj ET`, '', []),
    'outline.pdf': pdf('/Outlines 6 0 R', [
      '<< /First 7 0 R /Last 7 0 R /Count 1 >>',
      '<< /Title (x) /Parent 6 0 R /Next 7 0 R /First 7 0 R >>',
    ]),
    'parts.eml': utf8(
      `Subject: x\r\nMIME-Version: 1.0\r\n${times(4_000, (i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`)}\r\nThe harbour opens.\r\n`,
    ),
    'heads.eml': mail(
      '<p>x</p>',
      times(20_000, (i) => `X-${i}: =?utf-8?Q?=41?=\r\n`),
    ),
    'mails.mbox': utf8('From a Mon Jan 1 00:00:00 2024\n\n\n'.repeat(20_000)),
    'cues.vtt': utf8(`WEBVTT\n\n${times(20_000, () => '00:00:01.000 --> 00:00:02.000\n<v A><c.b><i>x\n\n')}`),
    'cells.ipynb': utf8(
      JSON.stringify({
        nbformat: 4,
        cells: Array.from({ length: 9_000 }, () => ({ cell_type: 'markdown', metadata: {}, source: ['x'] })),
      }),
    ),
    'entries.rss': utf8(
      `<rss><channel>${times(9_000, () => '<item><title>x</title><description>&lt;p&gt;y&lt;/p&gt;</description></item>')}</channel></rss>`,
    ),
    'deep.xml': utf8(
      `<rss><channel><item><description>${nested('<a>', '</a>', 90_000)}</description></item></channel></rss>`,
    ),
    'commas.csv': utf8(`${','.repeat(900_000)}\n`),
    'quote.csv': utf8(`a,"${'b\n'.repeat(400_000)}`),
    'rows.csv': utf8('a,b\n'.repeat(60_000)),
    'brackets.md': utf8(
      `# A\n\n${'['.repeat(60_000)}\n\n${'*a '.repeat(60_000)}\n\n${'![['.repeat(30_000)}\n\nThe end.\n`,
    ),
    'ticks.md': utf8(
      `# A\n\n${times(600, (i) => `${'`'.repeat(i)} `)}\n\n${'<!--'.repeat(60_000)}\n\nThe end.\n`,
    ),
    'zips.zip': zip(
      Object.fromEntries(
        Array.from({ length: 60 }, (_, i) => [
          `${i}.zip`,
          zip({ 'a.zip': zip({ 'a.md': 'x '.repeat(400_000) }) }),
        ]),
      ),
    ),
  };
}
