import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Why a request is refused before any of it is read, or `null` if it is accepted. */
export interface Refusal {
  readonly status: 401 | 403;
  readonly reason: string;
}

/**
 * Accepts a request only if it intentionally comes from this machine. It must name a loopback host (a page
 * that rebinds DNS names its own), come from no page or from a page of this machine, and have the token.
 */
export function refusalOfRequest(headers: IncomingHttpHeaders, token: string): Refusal | null {
  if (!isLoopbackName(hostnameOf(`http://${headers.host ?? ''}`)))
    return { status: 403, reason: 'foreign Host' };
  if (headers.origin !== undefined && !isLoopbackName(hostnameOf(headers.origin))) {
    return { status: 403, reason: 'foreign Origin' };
  }
  const [scheme, given = ''] = (headers.authorization ?? '').split(/ +/, 2);
  if (scheme?.toLowerCase() !== 'bearer' || !isSameToken(given, token)) {
    return { status: 401, reason: 'missing or wrong bearer token' };
  }
  return null;
}

function hostnameOf(url: string): string | null {
  return URL.parse(url)?.hostname ?? null;
}

function isLoopbackName(hostname: string | null): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}

/** Compares hashes, so that the timing reveals neither the token nor its length. */
function isSameToken(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
