/** A line of text of a page: where it begins, in points from the lower left corner, and how large it is. */
export interface PdfText {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size?: number;
}

/** A PDF of these pages in Helvetica, with a title and an outline where they are given. Characters of Latin 1 alone. */
export function makePdf(
  pages: readonly (readonly PdfText[])[],
  {
    title,
    outline = [],
  }: {
    readonly title?: string;
    readonly outline?: readonly { readonly title: string; readonly page: number }[];
  } = {},
): Uint8Array {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const quote = (text: string) => `(${text.replace(/[\\()]/g, '\\$&')})`;
  const [catalog, tree, font] = [
    add(''),
    add(''),
    add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
  ];
  const kids = pages.map((lines) => {
    const content = lines
      .map(({ x, y, text, size = 10 }) => `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm ${quote(text)} Tj ET`)
      .join('\n');
    const stream = add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 ${font} 0 R >> >> /Contents ${stream} 0 R >>`,
    );
  });
  objects[tree - 1] =
    `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`;
  const root = outline.length === 0 ? 0 : add('');
  const first = objects.length + 1;
  for (const [i, item] of outline.entries()) {
    const next = i + 1 < outline.length ? ` /Next ${first + i + 1} 0 R` : '';
    const before = i > 0 ? ` /Prev ${first + i - 1} 0 R` : '';
    add(
      `<< /Title ${quote(item.title)} /Parent ${root} 0 R /Dest [${kids[item.page - 1]} 0 R /Fit]${next}${before} >>`,
    );
  }
  if (root > 0)
    objects[root - 1] =
      `<< /Type /Outlines /First ${first} 0 R /Last ${first + outline.length - 1} 0 R /Count ${outline.length} >>`;
  objects[catalog - 1] = `<< /Type /Catalog /Pages ${tree} 0 R${root > 0 ? ` /Outlines ${root} 0 R` : ''} >>`;
  const info =
    title === undefined ? 0 : add(`<< /Title ${quote(title)} /CreationDate (D:20260504100000Z) >>`);
  let file = '%PDF-1.4\n';
  const offsets = objects.map((body, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const start = file.length;
  const entries = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R${info > 0 ? ` /Info ${info} 0 R` : ''} >>\nstartxref\n${start}\n%%EOF\n`;
  // The one sign of texts that Latin 1 has not, and Windows has.
  return Buffer.from(file.replaceAll('’', '\x92'), 'latin1');
}
