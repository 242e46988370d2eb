/** A line of text of a page: its start, in points from the lower left corner, and its size. */
export interface PdfText {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size?: number;
}

/**
 * A PDF of these pages, with an optional title and outline. Uses Helvetica if Latin 1 has all characters; otherwise a font without glyphs that maps its codes
 * to characters, as embedded fonts do, with letters half as wide as they are high, or as wide (`isWide`). A line is drawn from left to right, as given. With
 * `isSpelled`, the font maps a ligature to its letters instead of the ligature character.
 */
export function makePdf(
  pages: readonly (readonly PdfText[])[],
  {
    title,
    outline = [],
    isWide = false,
    isSpelled = false,
  }: {
    readonly title?: string;
    readonly outline?: readonly { readonly title: string; readonly page: number }[];
    readonly isWide?: boolean;
    readonly isSpelled?: boolean;
  } = {},
): Uint8Array {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const quote = (text: string) => `(${text.replace(/[\\()]/g, '\\$&')})`;
  const [catalog, tree] = [add(''), add('')];
  const letters = [...new Set(pages.flatMap((lines) => lines.flatMap(({ text }) => Array.from(text))))];
  const isLatin = letters.every((letter) => /[\0-\xff’]/.test(letter));
  const font = isLatin
    ? add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
    : addFont(add, letters, isWide ? 1_000 : 500, isSpelled);
  const show = (text: string): string =>
    isLatin ? quote(text) : `<${Array.from(text, (letter) => hex(letters.indexOf(letter) + 1)).join('')}>`;
  const kids = pages.map((lines) => {
    const content = lines
      .map(({ x, y, text, size = 10 }) => `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm ${show(text)} Tj ET`)
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
  // The only character of the texts that Windows-1252 has and Latin 1 lacks.
  return Buffer.from(file.replaceAll('’', '\x92'), 'latin1');
}

/** A font of these letters, whose codes are their 1-based positions in the list. */
function addFont(
  add: (body: string) => number,
  letters: readonly string[],
  width: number,
  isSpelled: boolean,
): number {
  const lines = letters.map((letter, i) => {
    const named = isSpelled ? letter.normalize('NFKC') : letter;
    return `<${hex(i + 1)}> <${Buffer.from(named, 'utf16le').swap16().toString('hex')}>`;
  });
  const blocks: string[] = [];
  for (let i = 0; i < lines.length; i += 100) {
    const block = lines.slice(i, i + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def 1 begincodespacerange <0000> <FFFF> endcodespacerange\n${blocks.join('\n')}\nendcmap end end`;
  const toUnicode = add(`<< /Length ${map.length} >>\nstream\n${map}\nendstream`);
  const about = add(
    '<< /Type /FontDescriptor /FontName /Known /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>',
  );
  const letterOf = add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Known /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${about} 0 R /DW ${width} /CIDToGIDMap /Identity >>`,
  );
  return add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /Known /Encoding /Identity-H /DescendantFonts [${letterOf} 0 R] /ToUnicode ${toUnicode} 0 R >>`,
  );
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0');
}
