import type { IncomingMessage } from 'node:http';

/** Maximum number of bytes of a request. */
export const MOST_BODY = 1024 * 1024;

/** How deeply lists and objects of a request may be nested: a parser uses stack or memory for each level. */
export const MOST_DEPTH = 64;

/** Why a body is refused before all of it has arrived. */
type BodyRefusal = 'too long' | 'too deep';

/**
 * Reads a JSON body up to the limits. Its depth is counted from its bytes as they arrive, so a deeper body is never parsed. Rejects if the client disconnects.
 */
export async function readBody(
  request: IncomingMessage,
  most: number = MOST_BODY,
): Promise<Buffer | BodyRefusal> {
  if (Number(request.headers['content-length'] ?? 0) > most) return 'too long';
  const pieces: Buffer[] = [];
  const isTooDeep = createDepthGauge();
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > most) return 'too long';
    if (isTooDeep(piece)) return 'too deep';
    pieces.push(piece);
  }
  return Buffer.concat(pieces, length);
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
];

/** Returns a function that is true once the JSON is nested deeper than allowed. The parser refuses input that is not JSON. */
function createDepthGauge(most: number = MOST_DEPTH): (piece: Uint8Array) => boolean {
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  return (piece) => {
    for (const byte of piece) {
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isText = false;
      } else if (byte === QUOTE) isText = true;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (++depth > most) return true;
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    }
    return false;
  };
}
