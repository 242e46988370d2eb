import type { IncomingMessage } from 'node:http';

/** The most bytes of a request: a note of a megabyte, escaped, and what names it. */
const MOST_BODY = 8 * 1024 * 1024;

/** Reads a body, and no more of it than that; null for one that is longer, before all of it has come. Rejects where the client hangs up. */
export async function readBody(request: IncomingMessage, most: number = MOST_BODY): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > most) return null;
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > most) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces, length);
}
