/** The first bytes of a stream, up to the given number, and a stream that still begins with those bytes. */
export async function peek(
  chunks: AsyncIterable<Uint8Array>,
  count: number,
): Promise<{ readonly head: Uint8Array; readonly whole: AsyncIterable<Uint8Array> }> {
  const rest = chunks[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let length = 0;
  while (length < count) {
    const next = await rest.next();
    if (next.done === true) break;
    // `slice` of a Buffer does not copy, and the next chunk may reuse the bytes.
    seen.push(Uint8Array.prototype.slice.call(next.value));
    length += next.value.length;
  }
  return { head: Buffer.concat(seen).subarray(0, count), whole: again(seen, rest) };
}

async function* again(
  seen: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* seen;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
