const LF = 10;

/** Returns a function that checks whether a place of a note has exactly these headings. The note is read on first use. */
export function createHeadingPaths(
  bytes: Uint8Array,
): (at: number, headingPath: readonly string[]) => boolean {
  let lines: HeadingLine[] | null = null;
  return (at, headingPath) => {
    lines ??= readHeadingLines(bytes);
    const before = lines[countBelow(lines, at) - 1];
    const lineStart = bytes.lastIndexOf(LF, at - 1) + 1;
    // On the place's own line, only the text before the place counts.
    const here = at === 0 ? null : readHeading(bytes, lineStart, at);
    const path = here === null ? (before?.path ?? []) : extend(before?.path ?? [], here);
    return path.map(({ title }) => title).join('\n') === headingPath.map(plain).join('\n');
  };
}

interface Heading {
  readonly level: number;
  readonly title: string;
}

/** A heading line: its end, and the headings that apply from there. */
interface HeadingLine {
  readonly end: number;
  readonly path: readonly Heading[];
}

function readHeadingLines(bytes: Uint8Array): HeadingLine[] {
  const lines: HeadingLine[] = [];
  let path: readonly Heading[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LF, start);
    if (end === -1) break;
    const heading = readHeading(bytes, start, end);
    if (heading !== null) {
      path = extend(path, heading);
      lines.push({ end, path });
    }
    start = end + 1;
  }
  return lines;
}

function readHeading(bytes: Uint8Array, start: number, end: number): Heading | null {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: start > 0 });
  const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/u.exec(decoder.decode(bytes.subarray(start, end)));
  return heading && { level: (heading[1] as string).length, title: plain(heading[2] as string) };
}

function extend(path: readonly Heading[], heading: Heading): readonly Heading[] {
  let kept = path.length;
  while (kept > 0 && (path[kept - 1] as Heading).level >= heading.level) kept--;
  return [...path.slice(0, kept), heading];
}

function plain(title: string): string {
  return title
    .replace(/#+\s*$/u, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** Counts the lines that end before `at`. */
function countBelow(lines: readonly HeadingLine[], at: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] as HeadingLine).end < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
