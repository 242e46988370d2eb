import type { Range } from '../parse/block.ts';

/** The position of a note's frontmatter in UTF-16 offsets. */
export interface FrontmatterLocation {
  /** Both `---` lines included, without the line ending after the second. */
  readonly block: Range;
  /** The YAML between the two `---` lines. */
  readonly yaml: Range;
  /** Where the body starts: after the line ending of the closing line. */
  readonly bodyStart: number;
}

const OPENING = /^\uFEFF?---[ \t]*(?:\r\n|\n|\r)/;
const CLOSING = /(?:^|\r\n|\n|\r)---[ \t]*(?:\r\n|\n|\r|$)/g;

/** Finds the frontmatter of a note; `null` if there is none or it is never closed. */
export function locateFrontmatter(text: string): FrontmatterLocation | null {
  const opening = OPENING.exec(text);
  if (opening === null) return null;
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const yamlStart = opening[0].length;
  // The search starts at the line ending of the opening line, so that an empty block is found.
  CLOSING.lastIndex = yamlStart - lineEndingLength(text, yamlStart);
  const closing = CLOSING.exec(text);
  if (closing === null) return null;
  const lead = /^[\r\n]*/.exec(closing[0])?.[0].length ?? 0;
  const line = closing.index + lead;
  const width = /^---[ \t]*/.exec(text.slice(line, line + 1000))?.[0].length ?? 3;
  const bodyStart = closing.index + closing[0].length;
  return {
    block: { start, end: line + width },
    yaml: { start: yamlStart, end: Math.max(yamlStart, line) },
    bodyStart,
  };
}

/** True if a file opens with `---` as if frontmatter followed. */
export function opensFrontmatter(text: string): boolean {
  return OPENING.test(text);
}

function lineEndingLength(text: string, end: number): number {
  return text[end - 1] === '\n' && text[end - 2] === '\r' ? 2 : 1;
}
