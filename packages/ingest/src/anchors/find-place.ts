import { isAnchorLabel, secondsOfLabel } from './anchor-label.ts';

/** A link to a place in a note's original. */
interface OriginalPlace {
  /** For a reader: `contract.pdf, page 12`. */
  readonly label: string;
  /** For a program: `contract.pdf#page=12`, `talk.vtt?t=785`, `https://example.com/a#:~:text=The%20rent`, `told.txt#:~:text=The%20rent`. */
  readonly href: string;
}

/** Files that a browser shows as text, so that it can search for words in them. */
const SHOWN_AS_TEXT = /\.(?:txt|text|log|md|markdown|html?|xhtml|enex|xml|eml|mbox)$/i;

/** The frontmatter of a document's note is within this many bytes. */
const HEAD = 64 * 1024;
const OPEN = Buffer.from('<!--anchor: ');
/** Maximum number of bytes of an anchor that are read. */
const LONGEST_ANCHOR = 1024;

/** The place in the original of some bytes of a note; null if the note was not made from a document. `offset` is their first byte, `text` their text. */
export function findPlace(note: Uint8Array, offset: number, text: string): OriginalPlace | null {
  const known = documents.get(note);
  const document = known === undefined ? readDocument(note) : known;
  if (known === undefined) documents.set(note, document);
  if (document === null) return null;
  const { origin } = document;
  const label = labelAt(document, offset);
  const isWeb = /^https?:\/\//i.test(origin);
  // A file name is not a scheme, whatever it looks like.
  const href = isWeb ? origin : encodeURI(origin).replace(/[?#:]/g, encodeURIComponent);
  const isHeading = label?.startsWith('#') === true;
  const fragment = isWeb || (!isHeading && SHOWN_AS_TEXT.test(origin)) ? textFragment(text) : '';
  if (label === null || isHeading) {
    const id = label ?? (fragment === '' ? '' : '#');
    return { label: `${origin}${label ?? ''}`, href: `${href}${encodeURI(id)}${fragment}` };
  }
  const page = /^page (\d+)$/.exec(label)?.[1];
  const seconds = secondsOfLabel(label);
  const place =
    page !== undefined
      ? `#page=${page}`
      : seconds !== null
        ? `${href.includes('?') ? '&' : '?'}t=${seconds}`
        : !isWeb && fragment !== ''
          ? `#${fragment}`
          : '';
  return { label: `${origin}, ${label}`, href: `${href}${place}` };
}

/** What a note records about its document. */
interface MadeNote {
  readonly origin: string;
  /** The anchors in order, with the ends of their comments. */
  readonly anchors: readonly { readonly label: string; readonly end: number }[];
  /** The ends of lines. */
  readonly lineEnds: readonly number[];
}

/** Cached by the bytes of the note: a report asks for the place of each of its claims. */
const documents = new WeakMap<Uint8Array, MadeNote | null>();

function readDocument(note: Uint8Array): MadeNote | null {
  const bytes = Buffer.from(note.buffer, note.byteOffset, note.byteLength);
  const origin = readOrigin(bytes);
  return origin === null ? null : { origin, anchors: readAnchors(bytes), lineEnds: readLineEnds(bytes) };
}

/** The origin in the frontmatter, if the note was made from a document: the hash is next to it. */
function readOrigin(bytes: Buffer): string | null {
  const head = bytes.subarray(0, HEAD).toString('utf8');
  const end = head.indexOf('\n---', 3);
  if (!/^\ufeff?---\r?\n/.test(head) || end < 0) return null;
  const front = head.slice(0, end + 1);
  const origin = /^origin: (.+?)\r?$/mu.exec(front)?.[1];
  if (origin === undefined || !/^origin_hash: /mu.test(front)) return null;
  if (!origin.startsWith('"')) return origin;
  try {
    return String(JSON.parse(origin));
  } catch {
    return null;
  }
}

function readAnchors(bytes: Buffer): { label: string; end: number }[] {
  const anchors: { label: string; end: number }[] = [];
  for (let at = bytes.indexOf(OPEN); at >= 0; at = bytes.indexOf(OPEN, at + 1)) {
    const end = bytes.indexOf('-->', at);
    if (end < 0) break;
    if (at > 0 && bytes[at - 1] !== 0x0a) continue;
    const label = bytes.subarray(at + OPEN.length, Math.min(end, at + LONGEST_ANCHOR)).toString('utf8');
    if (isAnchorLabel(label)) anchors.push({ label, end });
  }
  return anchors;
}

function readLineEnds(bytes: Buffer): number[] {
  const ends: number[] = [];
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) ends.push(at);
  return ends;
}

/** The label of the last anchor before a byte; for a table row, its own. */
function labelAt({ anchors, lineEnds }: MadeNote, offset: number): string | null {
  const anchor = anchors[countBefore(anchors.length, (i) => (anchors[i]?.end ?? 0) < offset) - 1];
  if (anchor === undefined) return null;
  const [, before, row] = /^((?:sheet .*, )?row )(\d+)$/u.exec(anchor.label) ?? [];
  if (before === undefined) return anchor.label;
  // The anchor of a table names its first row, which follows the head and the delimiter row.
  const endsBefore = (byte: number) => countBefore(lineEnds.length, (i) => (lineEnds[i] ?? 0) < byte);
  const lines = endsBefore(offset) - endsBefore(anchor.end) - 1;
  return `${before}${Math.max(1, Number(row) + (lines >= 2 ? lines - 2 : lines - 1))}`;
}

/** How many of `length` sorted places come before the position. */
function countBefore(length: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `:~:text=` with the first and the last words: browsers scroll there and highlight the text in between. */
function textFragment(text: string): string {
  const words = text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6} |[>*+-] |\d+[.)] )+|[*`|]|\\(?=[!-/:-@[-`{-~])/gm, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&amp;/g, '&')
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return '';
  const encode = (some: readonly string[]) => encodeURIComponent(some.join(' ')).replaceAll('-', '%2D');
  return words.length <= 8
    ? `:~:text=${encode(words)}`
    : `:~:text=${encode(words.slice(0, 4))},${encode(words.slice(-4))}`;
}
