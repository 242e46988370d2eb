import { createTurns } from '../concurrency/create-turns.ts';
import type { FindNotesBehind } from '../indexing/find-notes-behind.ts';
import type { Memory } from '../memory.ts';
import type { IndexRun } from './create-indexing.ts';
import type { Session } from './open-session.ts';

/** Updates the index from changed notes: before a question, and continuously while following a vault. */
export function createRefresh(
  session: Session,
  index: (wanted?: IndexRun) => Promise<unknown>,
  findBehind: FindNotesBehind,
): Pick<Memory, 'refresh' | 'follow'> {
  const { vault, config, store } = session;
  // A second caller waits for the first and then finds nothing left to do.
  const inTurn = createTurns();
  const refresh: Memory['refresh'] = (asked = {}) =>
    inTurn(async () => {
      const { refreshMemory } = await import('../indexing/refresh-memory.ts');
      return refreshMemory(asked, { root: vault.root, config, store, findBehind, index });
    });
  return {
    refresh,
    follow: async function* (asked) {
      const { followVault } = await import('../indexing/follow-vault.ts');
      yield* followVault(asked, { vault, debounceMs: config.watch.debounceMs, refresh });
    },
  };
}
