import { ingestError } from '../ingest-error.ts';

/** A text and its encoding. */
export interface DecodedText {
  readonly text: string;
  /** As `TextDecoder` names it. */
  readonly encoding: string;
}

/** How many bytes are examined to detect an encoding, enough for statistics. */
const SAMPLE = 64 * 1024;

/**
 * Decodes bytes in any encoding that browsers know: by the byte order mark, as UTF-8 if the bytes are valid,
 * as `declared` (by a header or by the document), or by statistics over the bytes. Line ends become LF, and
 * the mark is removed. Throws `NOT_TEXT` for binary data.
 */
export async function decodeText(bytes: Uint8Array, declared: string | null = null): Promise<DecodedText> {
  const encoding = encodingWithoutLook(bytes);
  if (encoding !== null) return toText(bytes, encoding);
  const valid = decodeUtf8(bytes);
  if (valid !== null) return { text: withLineFeeds(valid), encoding: 'utf-8' };
  const named = declared === null ? null : knownEncoding(declared);
  // Bytes that are declared as UTF-8 and are invalid were written in another encoding.
  if (named !== null && named !== 'utf-8') return toText(bytes, named);
  return toText(bytes, await guessEncoding(bytes));
}

function toText(bytes: Uint8Array, encoding: string): DecodedText {
  return { text: withLineFeeds(new TextDecoder(encoding).decode(bytes)), encoding };
}

function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** The encoding that the first bytes reveal; null if the rest must be examined. */
export function encodingWithoutLook(bytes: Uint8Array): string | null {
  return encodingOfMark(bytes) ?? utf16WithoutMark(bytes);
}

function encodingOfMark([a, b, c]: Uint8Array): string | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return null;
}

/** Latin text in UTF-16 has a zero in every other byte, and in other encodings none. */
function utf16WithoutMark(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 4_096);
  if (sample.length < 4 || !sample.includes(0)) return null;
  const zeros = [0, 0];
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = sample.length / 2;
  if (odd > half * 0.4 && even < half * 0.02) return 'utf-16le';
  if (even > half * 0.4 && odd < half * 0.02) return 'utf-16be';
  return null;
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The name that `TextDecoder` has for an encoding; null if it is unknown. */
function knownEncoding(label: string): string | null {
  try {
    return new TextDecoder(label.trim().replace(/^["']|["']$/g, '')).encoding;
  } catch {
    return null;
  }
}

async function guessEncoding(bytes: Uint8Array): Promise<string> {
  const { analyse } = await import('chardet');
  for (const { name, confidence } of analyse(bytes.subarray(0, SAMPLE))) {
    const encoding = name === null ? null : knownEncoding(name);
    if (encoding !== null && encoding !== 'utf-8' && confidence >= 10) return encoding;
  }
  return 'windows-1252';
}

/** Throws `NOT_TEXT` if bytes whose encoding nothing declares are not text. */
export function checkIsText(bytes: Uint8Array): void {
  if (encodingWithoutLook(bytes) !== null) return;
  const sample = bytes.subarray(0, 8_192);
  let odd = 0;
  for (let at = 0; at < sample.length; at++) {
    const byte = sample[at] ?? 0;
    if (byte < 0x20 && !isTextControl(byte)) odd += byte === 0 ? sample.length : 1;
  }
  if (odd * 20 > sample.length) throw ingestError('NOT_TEXT', 'It is a binary file of an unknown kind.');
}

/** Tab, line feed, form feed, carriage return, escape. */
function isTextControl(byte: number): boolean {
  return (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b;
}
