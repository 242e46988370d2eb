import type { WireReply, WireRequest } from './exchange.ts';

const CREDENTIALS = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'x-api-key',
  'api-key',
  'x-goog-api-key',
]);

/**
 * The request that a redirect asks for, or null where the reply is none. 303, and 301 or 302 after a POST, become a GET
 * without body (Fetch standard, "HTTP-redirect fetch"); credentials do not follow to another origin.
 */
export function nextHop(request: WireRequest, reply: WireReply): WireRequest | null {
  if (![301, 302, 303, 307, 308].includes(reply.status)) return null;
  const location = reply.headers.get('location');
  if (location === null || !URL.canParse(location, request.url.href)) return null;
  const url = new URL(location, request.url);
  const drops =
    (reply.status === 303 && request.method !== 'HEAD') ||
    ((reply.status === 301 || reply.status === 302) && request.method === 'POST');
  const headers = Object.entries(request.headers).filter(
    ([name]) =>
      !(url.origin !== request.url.origin && CREDENTIALS.has(name.toLowerCase())) &&
      !(drops && name.toLowerCase().startsWith('content-')),
  );
  return {
    url,
    method: drops ? 'GET' : request.method,
    headers: Object.fromEntries(headers),
    body: drops ? null : request.body,
  };
}
