import type { IncomingHttpHeaders } from 'node:http';

/** The names of a server, and the pages that may call it. */
export interface KnownNames {
  /** Hosts as clients write them, with the port if it is not the scheme's default. */
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
}

/**
 * Returns why a request is refused because it names another host, or comes from a foreign page; null for any
 * other request.
 */
export function refuseForeign(headers: IncomingHttpHeaders, { hosts, origins }: KnownNames): string | null {
  if (!hosts.has((headers.host ?? '').toLowerCase())) return 'foreign Host';
  if (headers.origin !== undefined && !origins.has(headers.origin.toLowerCase())) return 'foreign Origin';
  return null;
}
