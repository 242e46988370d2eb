/** Consecutive lines. */
export interface LineBlock {
  /** Without the line feed after the last line. Valid until the next block is requested. */
  readonly bytes: Buffer;
  /** The byte of the whole text at which they begin. */
  readonly start: number;
}

const LF = 0x0a;

/** Splits a text into the lines that end in each chunk. Holds one chunk and the unfinished line. */
export async function* splitBlocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<LineBlock> {
  let kept: Uint8Array[] = [];
  let start = 0;
  const take = (last: Uint8Array): LineBlock => {
    const bytes =
      kept.length > 0
        ? Buffer.concat([...kept, last])
        : Buffer.from(last.buffer, last.byteOffset, last.byteLength);
    const block = { bytes, start };
    kept = [];
    start += bytes.length + 1;
    return block;
  };
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LF);
    if (end !== -1) yield take(chunk.subarray(0, end));
    // Copied, because the caller may reuse the chunk.
    if (end + 1 < chunk.length) kept.push(Uint8Array.prototype.slice.call(chunk, end + 1));
  }
  if (kept.length > 0) yield take(new Uint8Array(0));
}
