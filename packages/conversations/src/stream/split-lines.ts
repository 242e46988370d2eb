import type { JsonPart } from './split-json-array.ts';

/** A line and its first byte. */
export type LinePart = JsonPart & { readonly start: number };

const [LF, CR] = [0x0a, 0x0d];

/** Splits a text into lines as its bytes arrive. */
interface LineSplitter {
  /** The lines that end in a chunk. Their bytes are valid until the chunk is reused. */
  readonly push: (chunk: Uint8Array) => LinePart[];
  /** The text after the last line feed. */
  readonly end: () => LinePart[];
}

/** Splits a text into its non-blank lines, holding at most one line and a chunk. Numbers count every line, from 1. */
function createLineSplitter(mostBytes: number): LineSplitter {
  let kept: Uint8Array[] = [];
  let size = 0;
  let number = 1;
  let start = 0;
  const keep = (bytes: Uint8Array): void => {
    size += bytes.length;
    if (size <= mostBytes) kept.push(bytes);
    else kept = [];
  };
  const take = (into: LinePart[]): void => {
    const line = number++;
    const length = size;
    const at = start;
    start += length + 1;
    const bytes =
      length > mostBytes ? null : kept.length === 1 ? (kept[0] as Uint8Array) : Buffer.concat(kept, length);
    kept = [];
    size = 0;
    if (bytes === null) into.push({ number: line, start: at, fault: 'too-large' });
    else if (!isBlank(bytes)) into.push({ number: line, start: at, bytes });
  };
  return {
    push: (chunk) => {
      const lines: LinePart[] = [];
      let from = 0;
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
        keep(chunk.subarray(from, end));
        take(lines);
        from = end + 1;
      }
      // Copied, because the caller may reuse the chunk.
      keep(Buffer.from(chunk.subarray(from)));
      return lines;
    },
    end: () => {
      const lines: LinePart[] = [];
      take(lines);
      return lines;
    },
  };
}

/** Yields the lines one by one, each with its own bytes. */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<LinePart> {
  const splitter = createLineSplitter(mostBytes);
  for await (const chunk of chunks) for (const line of splitter.push(chunk)) yield owned(line);
  for (const line of splitter.end()) yield owned(line);
}

function owned(line: LinePart): LinePart {
  return 'bytes' in line ? { ...line, bytes: Buffer.from(line.bytes) } : line;
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === CR || byte === 0x20 || byte === 0x09);
}
