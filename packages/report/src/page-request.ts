import type { IncomingMessage } from 'node:http';

/**
 * The status a request to a live report is refused with, or null where it may pass: it names this server as its host (a page that
 * rebinds DNS names its own), no foreign page sent it, and it knows the path.
 */
export function refusalOfPageRequest(
  { headers, method, url }: Pick<IncomingMessage, 'headers' | 'method' | 'url'>,
  port: number,
  path: string,
): 403 | 404 | 405 | null {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!own.includes(headers.host ?? '')) return 403;
  if (headers.origin !== undefined && !own.some((host) => headers.origin === `http://${host}`)) return 403;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 403;
  if (method !== 'GET' && method !== 'HEAD') return 405;
  return url === path || url === `${path}events` ? null : 404;
}
