import { ingestError } from './ingest-error.ts';

/** Bytes whose beginning is known, and that are read once: whole, or in pieces. */
interface OpenSource {
  /** The first bytes, or all of them if there are few. */
  readonly head: Uint8Array;
  /** All bytes. Throws `DOCUMENT_TOO_LARGE`. */
  readonly readAll: (maxBytes: number) => Promise<Uint8Array>;
  /** All bytes, in pieces. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

/** Enough bytes to detect a format. */
const HEAD = 64 * 1024;

export async function openSource(source: Uint8Array | AsyncIterable<Uint8Array>): Promise<OpenSource> {
  if (source instanceof Uint8Array) {
    return {
      head: source.subarray(0, HEAD),
      readAll: async (maxBytes) => {
        if (source.length > maxBytes) throw tooLarge(maxBytes);
        return source;
      },
      chunks: async function* () {
        yield source;
      },
    };
  }
  const rest = source[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let size = 0;
  const more = async (): Promise<boolean> => {
    const { done, value } = await rest.next();
    if (done === true) return false;
    read.push(value);
    size += value.length;
    return true;
  };
  while (size < HEAD && (await more()));
  return {
    head: Buffer.concat(read).subarray(0, HEAD),
    readAll: async (maxBytes) => {
      while (await more()) if (size > maxBytes) throw tooLarge(maxBytes);
      if (size > maxBytes) throw tooLarge(maxBytes);
      return Buffer.concat(read);
    },
    chunks: async function* () {
      yield* read.splice(0);
      for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
    },
  };
}

function tooLarge(maxBytes: number): Error {
  return ingestError('DOCUMENT_TOO_LARGE', `It is larger than ${Math.round(maxBytes / 1024 / 1024)} MiB.`);
}
