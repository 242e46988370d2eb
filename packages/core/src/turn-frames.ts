/** Who speaks in a turn of a conversation. */
export type TurnRole = 'user' | 'assistant' | 'tool' | 'system';

export const TURN_ROLES: readonly TurnRole[] = ['user', 'assistant', 'tool', 'system'];

/** A line of bytes: `end` is before its line ending, `next` after it. */
export interface ByteLine {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/**
 * A run of quoted lines in a conversation note, each of which begins with `>`. What is in it can't reach out of it, whatever it says: this is
 * what a turn is cut by.
 */
export interface TurnFrame {
  /** Byte of the first `>`. */
  readonly start: number;
  /** Behind the last line, without its line ending. */
  readonly end: number;
  /** Every line, the head among them. */
  readonly lines: readonly ByteLine[];
  /** True if the first line is the head of a turn, sound or not. */
  readonly hasHead: boolean;
  /** What the head says; null if there is none, or the frame lacks its `^t<n>` line. */
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
  /** True if the host said that the speaker attached the text and did not write it. */
  readonly attached: boolean;
}

const GREATER_THAN = 0x3e;
const decoder = new TextDecoder();
const HEAD = /^> ?\[!(user|assistant|tool|system)\]([-+]?)(?=[ \t]|$)/u;
/** An instant, or the dash that stands for none. */
const TIME = /^(?:-|\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z)(?=[ \t]|$)/u;
const ID = /^\^t(\d{1,9})[ \t]*$/u;
/** No head or id is longer; a longer line is read as text. */
const LONGEST_HEAD = 4096;

/**
 * True for the bytes of a conversation note: frontmatter with a line `source: conversation`. No other note is cut into turns, so that
 * the quotes of a person stay what they are.
 */
export function isConversation(bytes: Uint8Array): boolean {
  return frontmatterEnd(bytes) !== null;
}

/** Behind the closing fence of the frontmatter of a conversation note; null for every other note. */
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
 * The highest number of a turn in the end of a conversation note, which may begin anywhere; null if no `^t<n>` is in it.
 * `isWhole`: after the last one stand blank lines alone, and its own line is ended.
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

/** The line that starts at a byte; LF, CRLF and CR end a line, as in CommonMark. */
function lineAt(bytes: Uint8Array, start: number): ByteLine {
  let end = start;
  for (; end < bytes.length; end++) {
    const byte = bytes[end];
    if (byte === 0x0a) return { start, end, next: end + 1 };
    if (byte === 0x0d) return { start, end, next: bytes[end + 1] === 0x0a ? end + 2 : end + 1 };
  }
  return { start, end, next: end };
}
