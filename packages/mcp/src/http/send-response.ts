import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Bytes that may wait for a reader, beyond one piece, before nothing more is taken off the source. */
const MOST_UNREAD = 1 << 20;
/** So long may a client leave more than that unread: one that reads at all takes it in a moment. */
const PATIENCE_MS = 30_000;

/** So long does the head wait for the first piece: together they are one write, and wake the client once. */
const HEAD_WAITS_MS = 20;

/**
 * Sends an answer. A client that leaves more than a megabyte of a stream unread for half a minute is cut off, and its stream ended at
 * the source, where events would pile up. Resolves when all is handed over or the client is gone, which is no fault.
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
  // Ends the reading that waits; nothing piles up on a promise for each piece of a stream that lasts for days.
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
    // The source failed after the head was sent: a cut answer is all that can be said.
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
