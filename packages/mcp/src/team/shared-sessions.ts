import { createHash, randomBytes } from 'node:crypto';
import type { SharedSessions } from '../http/create-web-handler.ts';

/**
 * Session ids that identify their principal without revealing it: any server accepts an id from the principal that shows it, and for anybody else the session
 * does not exist. Servers need to share nothing for that.
 */
export function sessionsOf(person: string): SharedSessions {
  const bind = (start: string) => createHash('sha256').update(`${start} ${person}`).digest('base64url');
  return {
    makeId: () => {
      const start = randomBytes(18).toString('base64url');
      return `${start}.${bind(start)}`;
    },
    isOurs: (id) => {
      const [start = '', bound, more] = id.split('.');
      return start.length === 24 && more === undefined && bound === bind(start);
    },
  };
}
