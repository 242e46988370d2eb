/** All bytes of a stream; null if there are more than `maxBytes`. */
export async function collectBytes(
  whole: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of whole) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk.slice());
  }
  return Buffer.concat(chunks);
}
