import type { JsonPart } from './split-json-array.ts';

/** A line, and the byte at which it begins. */
export type LinePart = JsonPart & { readonly start: number };

const [LF, CR] = [0x0a, 0x0d];

/** The lines of a text that are not blank, each as its bytes, without holding more than one of them. Numbers count every line, from 1. */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<LinePart> {
  let kept: Uint8Array[] = [];
  let size = 0;
  let number = 1;
  let start = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
      keep(chunk.subarray(from, end));
      const part = take();
      if (part !== null) yield part;
      from = end + 1;
    }
    keep(chunk.subarray(from));
  }
  const last = take();
  if (last !== null) yield last;

  function keep(bytes: Uint8Array): void {
    size += bytes.length;
    // The caller may fill the chunk anew: what goes on in the next one is a copy.
    if (size <= mostBytes) kept.push(Buffer.from(bytes));
    else kept = [];
  }

  function take(): LinePart | null {
    const line = number++;
    const length = size;
    const at = start;
    start += length + 1;
    const bytes =
      length > mostBytes ? null : kept.length === 1 ? (kept[0] as Uint8Array) : Buffer.concat(kept, length);
    kept = [];
    size = 0;
    if (bytes === null) return { number: line, start: at, fault: 'too-large' };
    return bytes.every((byte) => byte === CR || byte === 0x20 || byte === 0x09)
      ? null
      : { number: line, start: at, bytes };
  }
}
