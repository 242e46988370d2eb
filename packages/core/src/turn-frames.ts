/** The speaker of a turn of a conversation. */
export type TurnRole = 'user' | 'assistant' | 'tool' | 'system';

export const TURN_ROLES: readonly TurnRole[] = ['user', 'assistant', 'tool', 'system'];

/** A line of bytes: `end` is before its line ending, `next` after it. */
export interface ByteLine {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/** A run of quoted lines in a conversation note, each of which begins with `>`. No text inside can end the run, so turns are cut by these frames. */
export interface TurnFrame {
  /** Byte of the first `>`. */
  readonly start: number;
  /** The end of the last line, before its line ending. */
  readonly end: number;
  /** All lines, including the head. */
  readonly lines: readonly ByteLine[];
  /** True if the first line is the head of a turn, valid or not. */
  readonly hasHead: boolean;
  /** The parsed head; null if there is none, or if the frame lacks its `^t<n>` line. */
  readonly head: TurnHead | null;
}

export interface TurnHead {
  /** The number of the turn, from its `^t<n>` line; greater than that of every turn before it. */
  readonly index: number;
  /** The bytes of `^t<n>`. */
  readonly id: { readonly start: number; readonly end: number };
  readonly role: TurnRole;
  /** ISO 8601 in UTC, as written; null if the head names no time. */
  readonly at: string | null;
  readonly name: string | null;
  /** True if the host reported that the speaker attached the text instead of writing it. */
  readonly attached: boolean;
}

const GREATER_THAN = 0x3e;
const decoder = new TextDecoder();
const HEAD = /^> ?\[!(user|assistant|tool|system)\]([-+]?)(?=[ \t]|$)/u;
/** An instant, or a dash for none. */
const TIME = /^(?:-|\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z)(?=[ \t]|$)/u;
const ID = /^\^t(\d{1,9})[ \t]*$/u;
/** The longest head or id. A longer line is read as text. */
const LONGEST_HEAD = 4096;

/**
 * True for the bytes of a conversation note: its frontmatter has a line `source: conversation`. No other note is cut into turns, so a person's own block quotes
 * stay quotes.
 */
export function isConversation(bytes: Uint8Array): boolean {
  return frontmatterEnd(bytes) !== null;
}

/** The offset after the closing fence of a conversation note's frontmatter; null for every other note. */
function frontmatterEnd(bytes: Uint8Array): number | null {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  if (bytes[at] !== 0x2d || bytes[at + 1] !== 0x2d || bytes[at + 2] !== 0x2d) return null;
  let isOfConversation = false;
  for (let isFirst = true; at < bytes.length; isFirst = false) {
    const line = lineAt(bytes, at);
    at = line.next;
    const text =
      line.end - line.start > LONGEST_HEAD ? '' : decoder.decode(bytes.subarray(line.start, line.end));
    if (/^---[ \t]*$/u.test(text)) {
      if (!isFirst) return isOfConversation ? line.next : null;
    } else if (isFirst) return null;
    else if (SOURCE.test(text)) isOfConversation = true;
  }
  return null;
}

const SOURCE = /^source:[ \t]+(?:conversation|"conversation"|'conversation')[ \t]*$/u;

/** The frames of a conversation note, in file order; none for every other note. Linear in the bytes, and never throws. */
export function findTurnFrames(bytes: Uint8Array): TurnFrame[] {
  const body = frontmatterEnd(bytes);
  if (body === null) return [];
  const frames: TurnFrame[] = [];
  let highest = 0;
  for (let at = body; at < bytes.length; ) {
    const line = lineAt(bytes, at);
    at = line.next;
    if (bytes[line.start] !== GREATER_THAN) continue;
    const lines = [line];
    while (at < bytes.length && bytes[at] === GREATER_THAN) {
      const next = lineAt(bytes, at);
      lines.push(next);
      at = next.next;
    }
    const text = textOf(bytes, line);
    const hasHead = HEAD.test(text);
    const head = hasHead ? readHead(text, readId(bytes, at), highest) : null;
    if (head !== null) highest = head.index;
    frames.push({ start: line.start, end: (lines.at(-1) as ByteLine).end, lines, hasHead, head });
  }
  return frames;
}

type TurnId = Pick<TurnHead, 'index' | 'id'>;

function readHead(text: string, id: TurnId | null, highest: number): TurnHead | null {
  const found = HEAD.exec(text);
  if (found === null || id === null || id.index <= highest) return null;
  const rest = text.slice(found[0].length).trim();
  const at = TIME.exec(rest)?.[0] ?? '';
  const name = rest.slice(at.length).trim();
  return {
    ...id,
    role: found[1] as TurnRole,
    at: at === '' || at === '-' ? null : at,
    name: name === '' ? null : name,
    attached: found[2] === '-',
  };
}

/** The `^t<n>` on the first line after a frame that is not blank. */
function readId(bytes: Uint8Array, from: number): TurnId | null {
  for (let at = from; at < bytes.length; ) {
    const line = lineAt(bytes, at);
    const text = textOf(bytes, line);
    at = line.next;
    if (/^[ \t]*$/u.test(text)) continue;
    const found = ID.exec(text);
    if (found === null) return null;
    return {
      index: Number(found[1]),
      id: { start: line.start, end: line.start + text.trimEnd().length },
    };
  }
  return null;
}

/**
 * The highest turn number in the tail of a conversation note, which may start at any byte; null if the tail has no `^t<n>`. `isWhole`: only blank lines follow
 * the last one, and its own line is complete.
 */
export function findLastTurn(tail: Uint8Array): { readonly index: number; readonly isWhole: boolean } | null {
  const [, ...lines] = decoder.decode(tail).split(/\r\n|\n|\r/u);
  let index = 0;
  let last = -1;
  lines.forEach((line, i) => {
    const found = ID.exec(line);
    if (found === null) return;
    index = Math.max(index, Number(found[1]));
    last = i;
  });
  if (last === -1) return null;
  const isWhole = last < lines.length - 1 && lines.slice(last + 1).every((line) => /^[ \t]*$/u.test(line));
  return { index, isWhole };
}

function textOf(bytes: Uint8Array, { start, end }: ByteLine): string {
  return end - start > LONGEST_HEAD ? '' : decoder.decode(bytes.subarray(start, end));
}

/** The line that starts at a byte. LF, CRLF and CR end a line, as in CommonMark. */
function lineAt(bytes: Uint8Array, start: number): ByteLine {
  let end = start;
  for (; end < bytes.length; end++) {
    const byte = bytes[end];
    if (byte === 0x0a) return { start, end, next: end + 1 };
    if (byte === 0x0d) return { start, end, next: bytes[end + 1] === 0x0a ? end + 2 : end + 1 };
  }
  return { start, end, next: end };
}
