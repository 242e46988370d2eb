/** A line of a text; offsets are UTF-16. */
export interface TextLine {
  readonly start: number;
  /** Before the line ending. */
  readonly end: number;
  /** After the line ending. */
  readonly next: number;
  /** The first unit that is neither space nor tab; `end` for a blank line. */
  readonly first: number;
  /** Column of `first`; tabs advance to the next multiple of four. */
  readonly column: number;
}

/** The lines of a text; LF, CRLF and CR end a line, as in CommonMark. */
export function readLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  const { length } = text;
  for (let start = 0; start < length; ) {
    let first = start;
    let column = 0;
    for (; first < length; first++) {
      const code = text.charCodeAt(first);
      if (code === 32) column++;
      else if (code === 9) column += 4 - (column & 3);
      else break;
    }
    let end = first;
    let code = 0;
    for (; end < length; end++) {
      code = text.charCodeAt(end);
      if (code === 10 || code === 13) break;
    }
    const next = end < length ? end + (code === 13 && text.charCodeAt(end + 1) === 10 ? 2 : 1) : end;
    lines.push({ start, end, next, first, column });
    start = next;
  }
  return lines;
}

/** True for a line of spaces and tabs only. */
export function isBlankLine(line: TextLine): boolean {
  return line.first === line.end;
}
