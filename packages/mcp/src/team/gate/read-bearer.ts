import type { GateRequest, RefusalCode } from '../identify.ts';

const LONGEST = 16_384;
const IN_QUERY = new Set(['access_token', 'authorization', 'bearer', 'bearer_token', 'token']);

/** The token of a request, which must be in one `Authorization` header and nowhere else. */
export function readBearer({ url, headers, rawHeaders = [] }: GateRequest): { token: string } | RefusalCode {
  const query = new URLSearchParams(url.split('?').slice(1).join('?'));
  // A query string ends up in the logs of every proxy on the way.
  for (const name of query.keys()) if (IN_QUERY.has(name.toLowerCase())) return 'TOKEN_IN_QUERY';
  const times = rawHeaders.filter(
    (each, at) => at % 2 === 0 && each.toLowerCase() === 'authorization',
  ).length;
  if (times > 1) return 'TOKEN_MALFORMED';
  const { authorization } = headers;
  if (authorization === undefined) return 'TOKEN_MISSING';
  const [, scheme, token] = /^([^ ]*) *(.*)$/su.exec(authorization) ?? [];
  if (scheme?.toLowerCase() !== 'bearer') return 'TOKEN_MISSING';
  if (token === undefined || token.length > LONGEST || !/^[\w\-.~+/]+=*$/u.test(token))
    return 'TOKEN_MALFORMED';
  return { token };
}
