import { createHash, timingSafeEqual } from 'node:crypto';

/** True if an address begins with the path that holds the token. Hashes are compared, so the timing reveals nothing. */
export function holdsToken(url: string | undefined, path: string): boolean {
  const [, token = ''] = /^(\/[^/?#]*\/)/u.exec(url ?? '') ?? [];
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(token), digest(path));
}
