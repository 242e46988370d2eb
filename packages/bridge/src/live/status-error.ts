import { bridgeError } from '../bridge-error.ts';

/** The error for an HTTP status. `retryAfter` is the header of that name. */
export function statusError(name: string, status: number, retryAfter: string | null): Error {
  if (status === 429 || status === 503)
    return Object.assign(
      bridgeError(
        'BRIDGE_BUSY',
        `${name} refuses more requests for now (${status}).`,
        'Memora tries it again later.',
      ),
      { retryAfterMs: readRetryAfter(retryAfter) },
    );
  if (status === 408 || status === 504)
    return bridgeError(
      'BRIDGE_TIMEOUT',
      `${name} did not answer in time (${status}).`,
      'Memora tries it again.',
    );
  return bridgeError(
    'BRIDGE_REFUSED',
    `${name} refused with status ${status}.`,
    status === 401 || status === 403
      ? 'Check its token_env.'
      : 'Memora tries it again, and then keeps it for `memora memory sync`.',
  );
}

/** Milliseconds to wait; null if the header gives none. A server can delay us by a day at most. */
function readRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/u.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 86_400) * 1000 : null;
}
