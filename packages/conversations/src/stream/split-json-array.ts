/** An element of an array, or why the rest can't be read. */
export type JsonPart =
  | { readonly number: number; readonly bytes: Uint8Array }
  | { readonly number: number; readonly fault: 'truncated' | 'too-large' };

const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];

/**
 * The elements of the array that a JSON text is, each as its bytes, without holding more than one of them: `JSON.parse` reads them. An
 * element of more than `mostBytes` is passed over. Numbers count from 1.
 */
export async function* splitJsonArray(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<JsonPart> {
  const kept: Uint8Array[] = [];
  let size = 0;
  let depth = 0;
  let number = 1;
  let inString = false;
  let escaped = false;
  let isDone = false;
  for await (const chunk of chunks) {
    let from = depth > 0 ? 0 : -1;
    for (let i = 0; i < chunk.length && !isDone; i++) {
      const byte = chunk[i] as number;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
        continue;
      }
      if (byte === QUOTE) inString = true;
      else if (OPEN.has(byte)) {
        depth++;
        if (depth === 1) from = i + 1;
      } else if (CLOSE.has(byte) || (byte === COMMA && depth === 1)) {
        const isEnd = byte !== COMMA;
        if (isEnd) depth--;
        if (depth > 1 || (isEnd && depth === 1)) continue;
        keep(chunk.subarray(from, i));
        const part = take();
        if (part !== null) yield part;
        from = i + 1;
        isDone = depth === 0;
      }
    }
    if (isDone) return;
    if (from >= 0) keep(chunk.subarray(from));
  }
  yield { number, fault: 'truncated' };

  function keep(bytes: Uint8Array): void {
    size += bytes.length;
    // A copy: the owner of the chunk may fill it anew.
    if (size <= mostBytes) kept.push(bytes.slice());
    else kept.length = 0;
  }

  function take(): JsonPart | null {
    const length = size;
    const bytes = length > mostBytes ? new Uint8Array() : joined(kept, length);
    kept.length = 0;
    size = 0;
    if (length > mostBytes) return { number: number++, fault: 'too-large' };
    return bytes.every((byte) => byte <= 0x20) ? null : { number: number++, bytes };
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
