import type { IncomingMessage } from 'node:http';

/**
 * The body of a request, piece by piece. A reader that stops in the middle leaves the connection open, so
 * that the client can receive the reason.
 */
export function leaveOpen(request: IncomingMessage): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) };
}

/**
 * Maximum bytes of a refused body that are discarded, because a client that is still sending would not read
 * the answer.
 */
const MOST_DISCARDED = { bytes: 64 * 1024 * 1024, milliseconds: 5_000 };

/** Discards the rest of a body that is not read, within limits. */
export async function discardRest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  await new Promise<void>((resolve) => {
    let left = MOST_DISCARDED.bytes;
    const timer = setTimeout(resolve, MOST_DISCARDED.milliseconds);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    request.on('data', (piece: Buffer) => {
      left -= piece.length;
      if (left < 0) end();
    });
    for (const event of ['end', 'close', 'error'] as const) request.once(event, end);
    request.resume();
  });
}
