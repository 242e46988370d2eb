import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Bytes that may wait for a reader, beyond one piece, before nothing more is taken off the source. */
const MOST_UNREAD = 1 << 20;
/** So long may a client leave more than that unread: one that reads at all takes it in a moment. */
const PATIENCE_MS = 30_000;

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
  response.flushHeaders();
  const reader = web.body.getReader();
  const isGone = new Promise<null>((resolve) => response.once('close', () => resolve(null)));
  try {
    for (;;) {
      const next = await Promise.race([isGone, reader.read()]);
      if (next === null) break;
      if (next.done) {
        response.end();
        return;
      }
      response.write(next.value);
      if (response.writableLength > MOST_UNREAD && !(await isRead(response, isGone, patienceMs))) {
        response.destroy();
        break;
      }
    }
  } catch {
    // The source failed after the head was sent: a cut answer is all that can be said.
    response.destroy();
  }
  await reader.cancel().catch(() => undefined);
}

/** False where the client is gone, or did not read in time. */
async function isRead(response: ServerResponse, isGone: Promise<null>, ms: number): Promise<boolean> {
  const stop = new AbortController();
  const { signal } = stop;
  const drained = once(response, 'drain', { signal }).then(
    () => true,
    () => false,
  );
  const late = wait(ms, false, { signal, ref: false }).catch(() => false);
  const outcome = await Promise.race([drained, late, isGone.then(() => false)]);
  stop.abort();
  return outcome;
}
