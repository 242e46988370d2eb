import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** How many unread bytes, beyond one piece, may wait for a reader before the source is paused. */
const MOST_UNREAD = 1 << 20;
/** How long a client may leave more than that unread. A client that reads at all needs only a moment. */
const PATIENCE_MS = 30_000;

/** How long the head waits for the first piece: sent together, they are one write and wake the client once. */
const HEAD_WAITS_MS = 20;

/**
 * Sends an answer. A client that leaves more than a megabyte of a stream unread for half a minute is disconnected, and its stream is closed at the source,
 * where events would accumulate. Resolves when everything is sent or the client is gone, which is not an error.
 */
export async function sendResponse(
  web: Response,
  response: ServerResponse,
  patienceMs: number = PATIENCE_MS,
): Promise<void> {
  response.writeHead(web.status, Object.fromEntries(web.headers));
  if (web.body === null) {
    response.end();
    return;
  }
  const alone = setTimeout(() => response.flushHeaders(), HEAD_WAITS_MS).unref();
  const reader = web.body.getReader();
  const cancel = () => reader.cancel().catch(() => undefined);
  // Cancels the pending read. One handler for the whole stream: a promise for each piece would accumulate handlers for days.
  response.once('close', cancel);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      clearTimeout(alone);
      if (response.destroyed) break;
      if (done) {
        response.end();
        return;
      }
      response.write(value);
      if (response.writableLength > MOST_UNREAD && !(await isRead(response, patienceMs))) {
        response.destroy();
        break;
      }
    }
  } catch {
    // The source failed after the head was sent, so the answer can only be truncated.
    clearTimeout(alone);
    response.destroy();
  }
  await cancel();
}

/** False if the client is gone, or did not read in time. */
async function isRead(response: ServerResponse, ms: number): Promise<boolean> {
  const stop = new AbortController();
  const { signal } = stop;
  const drained = once(response, 'drain', { signal }).then(
    () => true,
    () => false,
  );
  const gone = once(response, 'close', { signal }).then(
    () => false,
    () => false,
  );
  const late = wait(ms, false, { signal, ref: false }).catch(() => false);
  const outcome = await Promise.race([drained, late, gone]);
  stop.abort();
  return outcome;
}
