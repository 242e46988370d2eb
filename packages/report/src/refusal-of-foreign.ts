import type { IncomingMessage } from 'node:http';

/**
 * Returns a 403 response for a request that no page of this server sent, or null if it may pass. Its host must be this server (a page that rebinds DNS names
 * its own), and no foreign page may have sent it.
 */
export function refusalOfForeign({ headers }: Pick<IncomingMessage, 'headers'>, port: number): 403 | null {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!own.includes(headers.host ?? '')) return 403;
  if (headers.origin !== undefined && !own.some((host) => headers.origin === `http://${host}`)) return 403;
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none' ? null : 403;
}
