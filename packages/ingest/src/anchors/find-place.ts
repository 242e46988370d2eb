import { isAnchorLabel, secondsOfLabel } from './anchor-label.ts';

/** Where the original of a note opens. */
export interface OriginalPlace {
  /** As a reader knows it: `contract.pdf, page 12`. */
  readonly label: string;
  /** As a program opens it: `contract.pdf#page=12`, `talk.vtt?t=785`, `https://example.com/a#:~:text=The%20rent`. */
  readonly href: string;
}

/** The frontmatter of a note that was made of a document stands within these. */
const HEAD = 64 * 1024;
const OPEN = Buffer.from('<!--anchor: ');

/**
 * The place of the original that bytes of a note came from; null for a note that was not made of a document. `offset` is the byte at which
 * they begin, `text` what they say.
 */
export function findPlace(note: Uint8Array, offset: number, text: string): OriginalPlace | null {
  const bytes = Buffer.from(note.buffer, note.byteOffset, note.byteLength);
  const origin = readOrigin(bytes);
  if (origin === null) return null;
  const label = readLabel(bytes, offset);
  const isWeb = /^https?:\/\//i.test(origin);
  // The name of a file is no scheme, whatever it looks like.
  const href = isWeb ? origin : encodeURI(origin).replace(/[?#:]/g, encodeURIComponent);
  if (label === null || label.startsWith('#')) {
    const fragment = isWeb ? textFragment(text) : '';
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
        : '';
  return { label: `${origin}, ${label}`, href: `${href}${place}` };
}

/** The origin that the frontmatter names, where a document was read: its hash stands beside it. */
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

/** The label of the last anchor before a byte; of a row of a table its own. */
function readLabel(bytes: Buffer, offset: number): string | null {
  for (
    let at = bytes.lastIndexOf(OPEN, offset);
    at >= 0;
    at = at === 0 ? -1 : bytes.lastIndexOf(OPEN, at - 1)
  ) {
    const end = bytes.indexOf('-->', at);
    const label = bytes.subarray(at + OPEN.length, end).toString('utf8');
    const isLine = (at === 0 || bytes[at - 1] === 0x0a) && end >= 0 && end < offset;
    if (!isLine || !isAnchorLabel(label)) continue;
    const [, before, row] = /^((?:sheet .*, )?row )(\d+)$/u.exec(label) ?? [];
    if (before === undefined) return label;
    // The anchor of a table names its first row, which stands below its head and the line under it.
    const lines = countLines(bytes.subarray(end, offset)) - 1;
    return `${before}${Math.max(1, Number(row) + (lines >= 2 ? lines - 2 : lines - 1))}`;
  }
  return null;
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (const byte of bytes) if (byte === 0x0a) lines++;
  return lines;
}

/** `:~:text=` with the first and the last words: browsers scroll there and mark what is between. */
function textFragment(text: string): string {
  const words = text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6} |[>*+-] |\d+[.)] )+|[*`|]|\\(?=[!-/:-@[-`{-~])/gm, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&amp;/g, '&')
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return '';
  const encode = (some: readonly string[]) => encodeURIComponent(some.join(' ')).replace(/-/g, '%2D');
  return words.length <= 8
    ? `:~:text=${encode(words)}`
    : `:~:text=${encode(words.slice(0, 4))},${encode(words.slice(-4))}`;
}
