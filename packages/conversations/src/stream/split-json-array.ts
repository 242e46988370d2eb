/** An element of an array, or the reason why the rest can't be read. */
export type JsonPart =
  | { readonly number: number; readonly bytes: Uint8Array }
  | { readonly number: number; readonly fault: 'truncated' | 'too-large' };

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
/** The effects of a byte outside of strings; most bytes have none. */
const [STARTS_STRING, OPENS, CLOSES, SEPARATES] = [1, 2, 3, 4];
const KIND = new Uint8Array(256);
KIND[QUOTE] = STARTS_STRING;
KIND[COMMA] = SEPARATES;
for (const byte of Buffer.from('[{')) KIND[byte] = OPENS;
for (const byte of Buffer.from(']}')) KIND[byte] = CLOSES;

/**
 * Yields the elements of a JSON array as bytes for `JSON.parse`, holding at most one element and a chunk. An element of more than `mostBytes` is skipped.
 * Numbers start at 1. The bytes of an element are valid until the next one is requested.
 */
export async function* splitJsonArray(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<JsonPart> {
  const scanner = createScanner();
  let kept: Uint8Array[] = [];
  let size = 0;
  let number = 1;
  for await (const chunk of chunks) {
    let from = scanner.isInside() ? 0 : -1;
    for (let end = scanner.next(chunk, 0); end !== -1; end = scanner.next(chunk, end + 1)) {
      if (from >= 0) {
        keep(chunk.subarray(from, end));
        const part = take();
        if (part !== null) yield part;
      }
      if (scanner.isDone()) return;
      from = end + 1;
    }
    // A copy, because the owner of the chunk may reuse it; `slice` of a Buffer does not copy.
    if (from >= 0) keep(Uint8Array.prototype.slice.call(chunk, from));
  }
  yield { number, fault: 'truncated' };

  function keep(bytes: Uint8Array): void {
    size += bytes.length;
    if (size <= mostBytes) kept.push(bytes);
    else kept = [];
  }

  function take(): JsonPart | null {
    const length = size;
    const bytes =
      length > mostBytes ? null : kept.length === 1 ? (kept[0] as Uint8Array) : Buffer.concat(kept, length);
    kept = [];
    size = 0;
    if (bytes === null) return { number: number++, fault: 'too-large' };
    return bytes.every((byte) => byte <= 0x20) ? null : { number: number++, bytes };
  }
}

/** The state at the end of a chunk: outside a string, inside one, or inside one after a backslash. */
const [OUTSIDE, IN_STRING, ESCAPED] = [0, 1, 2];

/** Scans the bytes of a JSON array as they arrive. A plain function with its state in locals, because it reads every byte. */
function createScanner() {
  let depth = 0;
  let inside = OUTSIDE;
  return {
    isInside: () => depth > 0,
    isDone: () => depth === 0,
    /** The start of the array or the end of its next element, from `from` on; -1 if this chunk has neither. */
    next(chunk: Uint8Array, from: number): number {
      const { length } = chunk;
      let level = depth;
      let i = from;
      if (inside !== OUTSIDE) i = endOfString(chunk, inside === ESCAPED ? from + 1 : from);
      for (; i < length; i++) {
        const kind = KIND[chunk[i] as number];
        if (kind === 0) continue;
        if (kind === STARTS_STRING) i = endOfString(chunk, i + 1) - 1;
        else {
          if (kind === OPENS) level++;
          else if (kind === CLOSES) level--;
          if (level !== (kind === CLOSES ? 0 : 1)) continue;
          depth = level;
          inside = OUTSIDE;
          return i;
        }
      }
      depth = level;
      inside = i - length;
      return -1;
    },
  };
}

/** The index after the quote that ends a string. If the chunk has no such quote, an index past its end by {@link IN_STRING} or {@link ESCAPED}. */
function endOfString(chunk: Uint8Array, from: number): number {
  const { length } = chunk;
  let i = from;
  for (; i < length; i++) {
    const byte = chunk[i];
    if (byte === QUOTE) return i + 1;
    if (byte === BACKSLASH) i++;
  }
  return length + (i > length ? ESCAPED : IN_STRING);
}
