import { createHash, randomBytes } from 'node:crypto';
import type { SharedSessions } from '../http/create-web-handler.ts';

/**
 * Ids of sessions that name their principal without telling it: any server knows an id of the principal who shows it, and for anybody else there is no
 * such session. Nothing has to be shared between servers for that.
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
