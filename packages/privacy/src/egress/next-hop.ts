import type { WireReply, WireRequest } from './exchange.ts';

/** Headers that another origin may see. A list of forbidden headers would miss the header of the next provider. */
const HARMLESS = new Set(['accept', 'accept-language', 'user-agent', 'if-none-match']);

/**
 * The request for a redirect, or null if the reply is not one. 303, and 301 or 302 after a POST, become a GET without body (Fetch standard, "HTTP-redirect
 * fetch"). Stricter than the standard, every redirect to another origin, including another scheme or port, does too: neither a body nor a possible credential
 * header follows there.
 */
export function nextHop(request: WireRequest, reply: WireReply): WireRequest | null {
  if (![301, 302, 303, 307, 308].includes(reply.status)) return null;
  const location = reply.headers.get('location');
  if (location === null || !URL.canParse(location, request.url.href)) return null;
  const url = new URL(location, request.url);
  const isElsewhere = url.origin !== request.url.origin;
  const drops =
    (isElsewhere && request.body !== null) ||
    (reply.status === 303 && request.method !== 'HEAD') ||
    ((reply.status === 301 || reply.status === 302) && request.method === 'POST');
  const headers = Object.entries(request.headers).filter(([name]) => {
    const lower = name.toLowerCase();
    return isElsewhere ? HARMLESS.has(lower) : !(drops && lower.startsWith('content-'));
  });
  return {
    url,
    method: drops ? 'GET' : request.method,
    headers: Object.fromEntries(headers),
    body: drops ? null : request.body,
  };
}
