/** One generated part of a page. */
export interface PageBlock {
  /** `[a-z-]+`, once in a page. */
  readonly name: string;
  /** Markdown, with line feeds between the lines. May be empty: the block keeps its place. */
  readonly text: string;
  /** The fingerprint of the text's input, `[0-9a-z]+`, if a later run needs it. */
  readonly stamp?: string;
}

const MARKER = /^<!-- memora:(begin|end) ([a-z-]+)(?: ([0-9a-z]+))? -->[ \t]*\r?$/u;

interface Piece {
  /** Null for the user's text. */
  readonly name: string | null;
  readonly stamp: string | null;
  readonly text: string;
}

/**
 * Inserts blocks into a page. Text between their markers is replaced; everything else stays byte for byte,
 * even invalid UTF-8. A missing block is added after the one before it, and an unwanted block is removed.
 * Merging twice gives the same bytes. `heading` begins a page that does not exist yet.
 */
export function mergeBlocks(
  existing: Uint8Array | null,
  heading: string,
  blocks: readonly PageBlock[],
): Uint8Array {
  // One character per byte, so that no byte of the user's text is lost.
  const before = existing === null ? `# ${heading}\n` : Buffer.from(existing).toString('latin1');
  const source = existing === null ? Buffer.from(before).toString('latin1') : before;
  const eol = /\r\n/u.test(source) ? '\r\n' : '\n';
  const pieces = splitPage(source);
  const byName = new Map(blocks.map((block) => [block.name, block]));
  const seen = new Set<string>();
  const kept: Piece[] = [];
  for (const piece of pieces) {
    if (piece.name === null) kept.push(piece);
    else {
      const block = byName.get(piece.name);
      if (block === undefined || seen.has(piece.name)) continue;
      seen.add(piece.name);
      kept.push({ ...piece, text: renderBlock(block, eol) });
    }
  }
  let at = -1;
  for (const block of blocks) {
    if (seen.has(block.name)) at = kept.findIndex(({ name }) => name === block.name);
    else at = insertBlock(kept, at, block, eol);
  }
  return Buffer.from(kept.map(({ text }) => text).join(''), 'latin1');
}

/** A block as it is in a page. */
interface PlacedBlock {
  readonly name: string;
  readonly stamp: string | null;
  /** Byte offset of the text between the markers. */
  readonly start: number;
  /** The text between the markers, one character per byte. */
  readonly raw: string;
}

/** Returns the blocks of a page, for readers of pages. */
export function readBlocks(bytes: Uint8Array): PlacedBlock[] {
  let start = 0;
  const found: PlacedBlock[] = [];
  for (const { name, stamp, text } of splitPage(Buffer.from(bytes).toString('latin1'))) {
    if (name !== null) {
      const inner = text.indexOf('\n') + 1;
      const raw = text.slice(inner, text.lastIndexOf('<!-- memora:end'));
      found.push({ name, stamp, start: start + inner, raw });
    }
    start += text.length;
  }
  return found;
}

/** True if a page contains only generated blocks, white space and one first heading. */
export function isOnlyGenerated(bytes: Uint8Array): boolean {
  const rest = splitPage(Buffer.from(bytes).toString('latin1'))
    .filter(({ name }) => name === null)
    .map(({ text }) => text)
    .join('');
  return /^\s*(?:# [^\r\n]*)?\s*$/u.test(rest);
}

/** The pieces of a page in order. A begin marker without its own end after its lines is the user's text. */
function splitPage(source: string): Piece[] {
  const lines = source.split(/(?<=\n)/u);
  const pieces: Piece[] = [];
  let text = '';
  for (let i = 0; i < lines.length; i++) {
    const begin = readMarker(lines[i] as string);
    const end = begin?.[1] === 'begin' ? findEnd(lines, i, begin[2] as string) : -1;
    if (begin === null || end < 0) {
      text += lines[i];
      continue;
    }
    if (text !== '') pieces.push({ name: null, stamp: null, text });
    text = '';
    pieces.push({
      name: begin[2] as string,
      stamp: begin[3] ?? null,
      text: lines.slice(i, end + 1).join(''),
    });
    i = end;
  }
  if (text !== '') pieces.push({ name: null, stamp: null, text });
  return pieces;
}

/** The line of the next marker, if that is the end of this block. */
function findEnd(lines: readonly string[], begin: number, name: string): number {
  for (let i = begin + 1; i < lines.length; i++) {
    const marker = readMarker(lines[i] as string);
    if (marker !== null) return marker[1] === 'end' && marker[2] === name ? i : -1;
  }
  return -1;
}

function readMarker(line: string): RegExpExecArray | null {
  return MARKER.exec(line.replace(/\n$/u, ''));
}

function renderBlock({ name, text, stamp }: PageBlock, eol: string): string {
  const body = text === '' ? '' : `${text.replace(/\n+$/u, '')}\n`;
  const begin = `<!-- memora:begin ${name}${stamp === undefined ? '' : ` ${stamp}`} -->`;
  const lines = `${begin}\n${body}<!-- memora:end ${name} -->\n`.replaceAll('\n', eol);
  return Buffer.from(lines).toString('latin1');
}

/**
 * Inserts after the piece at `after`, else before the first block, else at the end, with an empty line around
 * it.
 */
function insertBlock(kept: Piece[], after: number, block: PageBlock, eol: string): number {
  const firstBlock = kept.findIndex(({ name }) => name !== null);
  const at = after >= 0 ? after + 1 : firstBlock >= 0 ? firstBlock : kept.length;
  const previous = kept[at - 1];
  // Without a line feed at the end of the last line, the marker would become part of it.
  const lead = previous === undefined ? '' : previous.text.endsWith('\n') ? eol : eol + eol;
  const gap = kept[at] === undefined || /^\r?\n/u.test(kept[at].text) ? '' : eol;
  const inserted = [
    { name: null, stamp: null, text: lead },
    { name: block.name, stamp: block.stamp ?? null, text: renderBlock(block, eol) },
    { name: null, stamp: null, text: gap },
  ].filter((piece) => piece.text !== '');
  kept.splice(at, 0, ...inserted);
  return kept.findIndex(({ name }) => name === block.name);
}
