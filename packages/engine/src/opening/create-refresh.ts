import { createBehindFinder } from '../indexing/find-notes-behind.ts';
import type { Memory } from '../memory.ts';
import type { IndexRun } from './create-indexing.ts';
import type { Session } from './open-session.ts';

/** What brings the index in line with notes that changed, before a question is asked. */
export function createRefresh(
  session: Session,
  index: (wanted?: IndexRun) => Promise<unknown>,
): Memory['refresh'] {
  const { vault, config, store } = session;
  const findBehind = createBehindFinder(session);
  return async (asked = {}) => {
    const { refreshMemory } = await import('../indexing/refresh-memory.ts');
    return refreshMemory(asked, { root: vault.root, config, store, findBehind, index });
  };
}
