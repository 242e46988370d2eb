/** Lines that stand one behind the other. */
export interface LineBlock {
  /** Without the line feed after the last of them. Good until the next block is asked for. */
  readonly bytes: Buffer;
  /** The byte of the whole text at which they begin. */
  readonly start: number;
}

const LF = 0x0a;

/** Takes a text apart into the lines that end in each chunk. Holds a chunk and what has begun. */
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
    // The caller may fill the chunk anew: what goes on in the next one is a copy.
    if (end + 1 < chunk.length) kept.push(Uint8Array.prototype.slice.call(chunk, end + 1));
  }
  if (kept.length > 0) yield take(new Uint8Array(0));
}
