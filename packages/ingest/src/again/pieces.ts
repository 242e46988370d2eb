/** A non-blank line of a text, with the empty lines after it. */
export interface Piece {
  readonly line: string;
  /** The line ending, and the empty lines after it. */
  readonly gap: string;
  readonly key: string;
  /** Its version and its index there: the next piece of the same version keeps its gap. */
  readonly side: 'mine' | 'theirs';
  readonly index: number;
  /** The gap before it, in its version. */
  readonly before: string;
  /** Its neighbours in its version; null at the ends. */
  readonly previous: string | null;
  readonly next: string | null;
}

const PIECE = /([^\n]*)(\n(?:[ \t]*\r?\n)*|$)/g;

/** Splits a text into its lines. Empty lines belong to the previous line, because they occur everywhere and identify nothing. */
export function splitPieces(text: string, side: Piece['side'], key: (line: string) => string): Piece[] {
  const lines: { readonly line: string; readonly gap: string; readonly key: string }[] = [];
  for (const [whole, content = '', gap = ''] of text.matchAll(PIECE)) {
    if (whole === '') break;
    const line = content.endsWith('\r') ? content.slice(0, -1) : content;
    lines.push({ line, gap: content.endsWith('\r') ? `\r${gap}` : gap, key: key(line.trimEnd()) });
  }
  return lines.map((each, index) => ({
    ...each,
    ...{ side, index, before: lines[index - 1]?.gap ?? '' },
    previous: lines[index - 1]?.key ?? null,
    next: lines[index + 1]?.key ?? null,
  }));
}

/** Joins pieces of two versions. Where pieces of both meet, the gap is taken from the version that contains it. */
export function joinPieces(pieces: readonly Piece[], mine: string): string {
  const ending = mine.includes('\r\n') ? '\r\n' : '\n';
  let text = '';
  for (const [i, piece] of pieces.entries()) {
    const next = pieces[i + 1];
    const isOwnNext = next === undefined || (next.side === piece.side && next.index === piece.index + 1);
    const gap = isOwnNext ? piece.gap : distance(piece, next);
    text += piece.line + (isOwnNext && piece.side === 'mine' ? gap : gap.replace(/\r?\n/g, ending));
  }
  return text === '' || text.endsWith('\n') ? text : text + ending;
}

/** The gap from a version in which the two are adjacent; otherwise table rows stay together, and paragraphs apart. */
function distance(piece: Piece, next: Piece): string {
  if (piece.next === next.key) return piece.gap;
  if (next.previous === piece.key) return next.before;
  // The last line of a version has no gap after it.
  const known = [piece.next === null ? '' : piece.gap, next.before].filter((gap) => gap !== '');
  return known.length > 0 && known.every((gap) => !isLoose(gap)) ? '\n' : '\n\n';
}

const isLoose = (gap: string): boolean => /\n[ \t]*\r?\n/.test(gap);
