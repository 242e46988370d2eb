/** The shortest run that is decoded: it holds 18 bytes. */
export const MIN_RUN = 24;

/** Bytes of base64 in both alphabets, and those inside it when it is wrapped, escaped or percent-encoded. */
const isRunByte = new Uint8Array(256);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_%\\\r\n') {
  isRunByte[character.charCodeAt(0)] = 1;
}

/**
 * A byte of every run of {@link MIN_RUN} or more, ascending, and of some shorter runs. Checks only every
 * {@link MIN_RUN}th byte.
 */
export function probeRuns(bytes: Uint8Array): Int32Array {
  const places = new Int32Array(Math.floor(bytes.length / MIN_RUN) + 1);
  let count = 0;
  for (let probe = MIN_RUN - 1; probe < bytes.length; probe += MIN_RUN) {
    places[count] = probe;
    count += isRunByte[bytes[probe] as number] as number;
  }
  return places.subarray(0, count);
}

/**
 * The decoded base64 and hex runs of a payload. `places` contains a byte of every sufficiently long run, in the order of the runs. Base64 is read at each of
 * its four alignments, because a run may begin with letters that are not part of it.
 */
export function decodeRuns(bytes: Uint8Array, places: Int32Array): Uint8Array[] {
  const decoded: Uint8Array[] = [];
  let next = 0;
  for (const place of places) {
    if (place < next || !(isRunOf(bytes, place, 4) || isRunOf(bytes, place, -4))) continue;
    let start = place;
    for (let i = start; i >= 0; i = beforeIndent(bytes, start)) start = startOfRun(bytes, i);
    let end = place;
    for (let i = end; i >= 0; i = afterIndent(bytes, end)) end = endOfRun(bytes, i);
    if (end - start >= MIN_RUN) for (const each of decodeRun(bytes.subarray(start, end))) decoded.push(each);
    next = end;
  }
  return decoded;
}

function startOfRun(bytes: Uint8Array, at: number): number {
  let start = at;
  while (start > 0 && isRunByte[bytes[start - 1] as number] === 1) start--;
  return start;
}

function endOfRun(bytes: Uint8Array, at: number): number {
  let end = at;
  while (end < bytes.length && isRunByte[bytes[end] as number] === 1) end++;
  return end;
}

/** The continuation of a run whose next line is indented, or -1. */
function afterIndent(bytes: Uint8Array, end: number): number {
  if (bytes[end - 1] !== 0x0a) return -1;
  let at = end;
  while (isIndent(bytes[at])) at++;
  return at > end && at < bytes.length && isRunByte[bytes[at] as number] === 1 ? at : -1;
}

/** The end of the line before an indented one, or -1. */
function beforeIndent(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isIndent(bytes[at - 1])) at--;
  return at < start && bytes[at - 1] === 0x0a ? at : -1;
}

function isIndent(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09;
}

/**
 * A quick rejection: a run that is long enough extends at least half of its length to one side of the place.
 * Checks a few bytes of that half.
 */
function isRunOf(bytes: Uint8Array, place: number, step: 4 | -4): boolean {
  const at = (i: number): number => isRunByte[bytes[place + i * step] as number] as number;
  return at(1) === 1 && at(2) === 1 && at(3) === 1;
}

function decodeRun(run: Uint8Array): Uint8Array[] {
  const text = Buffer.from(run.buffer, run.byteOffset, run.length)
    .toString('latin1')
    .replace(/%(?:25)*(2[bBfF])/g, (_, hex: string) => (hex.toLowerCase() === '2b' ? '+' : '/'))
    .replace(/%(?:25)*(?:0[aAdD]|3[dD])/g, '')
    // Matches with or without the letter: a pattern that requires it rescans a long row of backslashes from
    // each of them.
    .replace(/\\+[nr]?/g, '')
    .replace(/[\r\n\t %]+/g, '');
  if (text.length < MIN_RUN) return [];
  const decoded = [0, 1, 2, 3].map((skip) => Buffer.from(text.slice(skip), 'base64'));
  for (const [hex] of text.matchAll(/[0-9a-fA-F]{24,}/g)) {
    decoded.push(Buffer.from(hex, 'hex'), Buffer.from(hex.slice(1), 'hex'));
  }
  return decoded.flatMap((buffer) => [bytesOf(buffer), ...fromUtf16(buffer)]);
}

/** UTF-16 is recognised by its zero bytes, and decoded at both alignments and in both byte orders. */
function fromUtf16(buffer: Buffer): Uint8Array[] {
  let zeros = 0;
  for (const byte of buffer) if (byte === 0) zeros++;
  if (zeros * 4 < buffer.length || buffer.length < 4) return [];
  const swapped = Buffer.from(buffer.subarray(0, buffer.length & ~1)).swap16();
  return [buffer, buffer.subarray(1), swapped].map((bytes) =>
    bytesOf(Buffer.from(bytes.toString('utf16le'))),
  );
}

function bytesOf(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
}
