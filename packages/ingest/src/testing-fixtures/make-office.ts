import { strToU8, zipSync } from 'fflate';

const DECLARED = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const CORE = (title: string) =>
  `${DECLARED}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>${title}</dc:title><dc:creator>Ada Lovelace</dc:creator><dcterms:created>2026-05-04T10:00:00Z</dcterms:created></cp:coreProperties>`;
const RELS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function zip(files: Readonly<Record<string, string>>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

/** A part of a text: a heading, a paragraph, or a table. */
type OfficePart =
  | { readonly heading: string }
  | { readonly text: string }
  | { readonly rows: readonly (readonly string[])[] };

/** A Word document. */
export function makeDocx(title: string, parts: readonly OfficePart[]): Uint8Array {
  const paragraph = (text: string, style = '') =>
    `<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`;
  const body = parts.map((part) => {
    if ('heading' in part) return paragraph(part.heading, 'Heading1');
    if ('text' in part) return paragraph(part.text);
    const rows = part.rows.map(
      (row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`,
    );
    return `<w:tbl>${rows.join('')}</w:tbl>`;
  });
  return zip({
    '[Content_Types].xml': `${DECLARED}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `${DECLARED}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/styles.xml': `${DECLARED}<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    'word/_rels/document.xml.rels': `${DECLARED}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELS}/styles" Target="styles.xml"/></Relationships>`,
    'word/document.xml': `${DECLARED}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body.join('')}</w:body></w:document>`,
    'docProps/core.xml': CORE(title),
  });
}

/** A text document of OpenDocument. */
export function makeOdt(title: string, parts: readonly OfficePart[]): Uint8Array {
  const body = parts.map((part) => {
    if ('heading' in part) return `<text:h text:outline-level="1">${escapeXml(part.heading)}</text:h>`;
    if ('text' in part) return `<text:p>${escapeXml(part.text)}</text:p>`;
    const cell = (text: string) => `<table:table-cell><text:p>${escapeXml(text)}</text:p></table:table-cell>`;
    return `<table:table>${part.rows.map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`).join('')}</table:table>`;
  });
  const ns = ['office', 'text', 'table']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ');
  return zipSync({
    mimetype: [strToU8('application/vnd.oasis.opendocument.text'), { level: 0 }],
    'content.xml': strToU8(
      `${DECLARED}<office:document-content ${ns}><office:body><office:text>${body.join('')}</office:text></office:body></office:document-content>`,
    ),
    'meta.xml': strToU8(
      `${DECLARED}<office:document-meta ${ns} xmlns:dc="http://purl.org/dc/elements/1.1/"><office:meta><dc:title>${escapeXml(title)}</dc:title></office:meta></office:document-meta>`,
    ),
  });
}

/** A workbook; its sheets begin in the first row. */
export function makeXlsx(
  sheets: Readonly<Record<string, readonly (readonly (string | number)[])[]>>,
): Uint8Array {
  const names = Object.keys(sheets);
  const files: Record<string, string> = {
    'xl/workbook.xml': `${DECLARED}<workbook xmlns:r="${RELS}"><sheets>${names.map((name, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${DECLARED}<Relationships>${names.map((_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}</Relationships>`,
    'xl/styles.xml': `${DECLARED}<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'docProps/core.xml': CORE('Prices'),
  };
  for (const [i, name] of names.entries()) {
    const rows = (sheets[name] ?? []).map((row, r) => {
      const cells = row.map((value, c) => {
        const place = `${String.fromCharCode(65 + c)}${r + 1}`;
        return typeof value === 'number'
          ? `<c r="${place}"${value > 40_000 ? ' s="1"' : ''}><v>${value}</v></c>`
          : `<c r="${place}" t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`;
      });
      return row.length === 0 ? '' : `<row r="${r + 1}">${cells.join('')}</row>`;
    });
    files[`xl/worksheets/sheet${i + 1}.xml`] =
      `${DECLARED}<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`;
  }
  return zip(files);
}

/** A book of these parts, each an HTML page. */
export function makeEpub(title: string, pages: readonly string[]): Uint8Array {
  const files: Record<string, string> = {
    'META-INF/container.xml': `${DECLARED}<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`,
    'OEBPS/book.opf': `${DECLARED}<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>${escapeXml(title)}</dc:title><dc:creator>Ada Lovelace</dc:creator><dc:language>en</dc:language></metadata><manifest>${pages.map((_, i) => `<item id="p${i}" href="p%20${i}.xhtml"/>`).join('')}</manifest><spine>${pages.map((_, i) => `<itemref idref="p${i}"/>`).join('')}</spine></package>`,
  };
  for (const [i, page] of pages.entries()) files[`OEBPS/p ${i}.xhtml`] = `<html><body>${page}</body></html>`;
  const packed = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]));
  return zipSync({ mimetype: [strToU8('application/epub+zip'), { level: 0 }], ...packed });
}
