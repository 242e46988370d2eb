import { deflateSync } from 'node:zlib';
import { zipSync } from 'fflate';

/** The targets of an attack. */
export interface Bait {
  /** A loopback address with a listener. */
  readonly url: string;
  /** A file outside of the vault that holds a secret. */
  readonly file: string;
  /** A path where nothing exists; if something does afterwards, a program ran. */
  readonly made: string;
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
export const html = (body: string, head = ''): Uint8Array =>
  utf8(
    `<!doctype html><html><head><title>Harbour</title>${head}</head><body><article><h1>Harbour</h1><p>The harbour opens at seven. The crane lifts twelve tons.</p>${body}<p>The harbour closes at ten in the evening.</p></article></body></html>`,
  );
export const zip = (files: Record<string, string | Uint8Array>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, text]) => {
        const bytes = typeof text === 'string' ? utf8(text) : text;
        // OpenDocument and EPUB are identified by this uncompressed file.
        return [name, name === 'mimetype' ? [bytes, { level: 0 }] : bytes];
      }),
    ),
  );

/** A PDF of one page with further objects and catalogue entries. */
export function pdf(catalogue = '', objects: readonly string[] = [], page = ''): Uint8Array {
  const text = 'BT /F1 12 Tf 72 700 Td (The harbour opens at seven.) Tj ET';
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${page} >>`,
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...objects,
  ]);
}

export function pdfOf(objects: readonly string[]): Uint8Array {
  let out = '%PDF-1.7\n';
  const offsets = objects.map((object, i) => {
    const at = out.length;
    out += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const xref = out.length;
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(out, 'latin1');
}

export const flateBomb = (): string => {
  const bytes = deflateSync(Buffer.alloc(16_000_000, 0x20), { level: 9 });
  return `<< /Length ${bytes.length} /Filter /FlateDecode >>\nstream\n${bytes.toString('latin1')}\nendstream`;
};
export const laughs = (name = 'lol'): string =>
  `<!DOCTYPE ${name} [<!ENTITY a "ha">${'bcdefghij'
    .split('')
    .map((letter, i) => `<!ENTITY ${letter} "${`&${'abcdefghi'[i]};`.repeat(10)}">`)
    .join('')}]>`;
export const external = (bait: Bait, name = 'x'): string =>
  `<!DOCTYPE ${name} [<!ENTITY file SYSTEM "file://${bait.file}"><!ENTITY web SYSTEM "${bait.url}/xxe"><!ENTITY % pe SYSTEM "${bait.url}/pe">%pe;]>`;
export const docx = (document: string, more: Record<string, string | Uint8Array> = {}): Uint8Array =>
  zip({
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': document,
    ...more,
  });
export const words = (body: string, doctype = ''): string =>
  `<?xml version="1.0"?>${doctype}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body><w:p><w:r><w:t>The harbour opens at seven.</w:t></w:r></w:p>${body}</w:body></w:document>`;
export const epub = (page: string): Uint8Array =>
  zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'a.opf':
      '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><manifest><item id="p" href="p.xhtml" media-type="application/xhtml+xml"/><item id="q" href="../../../../etc/passwd" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="p"/><itemref idref="q"/></spine></package>',
    'p.xhtml': page,
  });
export const mail = (body: string, more = ''): Uint8Array =>
  utf8(
    `From: Ada <ada@example.com>\r\nTo: b@example.com\r\nSubject: Harbour\r\nDate: Tue, 03 Nov 2026 10:00:00 +0000\r\nMessage-ID: <a@example.com>\r\nMIME-Version: 1.0\r\n${more}Content-Type: text/html; charset=utf-8\r\n\r\n${body}\r\n`,
  );
