import type { IncomingMessage } from 'node:http';

/**
 * 403 for a request that a page of this server did not send, or null if it may pass: it names this server as its host (a page that
 * rebinds DNS names its own), and no foreign page sent it.
 */
export function refusalOfForeign({ headers }: Pick<IncomingMessage, 'headers'>, port: number): 403 | null {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!own.includes(headers.host ?? '')) return 403;
  if (headers.origin !== undefined && !own.some((host) => headers.origin === `http://${host}`)) return 403;
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none' ? null : 403;
}
