import type { IncomingHttpHeaders } from 'node:http';

/** By which names a server is known, and which pages may ask it. */
export interface KnownNames {
  /** Hosts as clients write them, with the port where it is not that of the scheme. */
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
}

/** Why a request is refused that names another host than this server, or comes from a page of somebody else; null for any other. */
export function refuseForeign(headers: IncomingHttpHeaders, { hosts, origins }: KnownNames): string | null {
  if (!hosts.has((headers.host ?? '').toLowerCase())) return 'foreign Host';
  if (headers.origin !== undefined && !origins.has(headers.origin.toLowerCase())) return 'foreign Origin';
  return null;
}
