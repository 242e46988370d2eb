import type { SessionPorts } from './create-session.ts';
import { countedName } from './session-saves.ts';
import { waitForLock } from './wait-for-lock.ts';

/** How far a session has been reflected on, shared by all of its processes. */
interface Reflected {
  /** Reflects on the turns after `after`, one process at a time, and records its progress. */
  readonly onward: <T>(
    look: (after: number) => Promise<{ readonly value: T; readonly reached: number }>,
  ) => Promise<T>;
}

/** A number greater than the turns of any session. */
const MOST = 1_000_000;

/** Stores the count in the claim store for a session with an id that other processes may continue; in memory for one without. */
export function countReflected(
  id: string | null,
  { memory, vault, now }: Pick<SessionPorts, 'memory' | 'vault' | 'now'>,
): Reflected {
  let own = 0;
  const name = id === null ? null : countedName('reflected', id);
  return {
    async onward(look) {
      await using _lock = name === null ? null : await waitForLock(vault.root, 'reflect');
      const kept = name === null ? 0 : ((await memory.access.taken(name))?.count ?? 0);
      const after = Math.max(own, kept);
      const { value, reached } = await look(after);
      own = reached;
      for (let count = kept; name !== null && count < reached; count++)
        if ((await memory.access.take(name, MOST, now())) === null) break;
      return value;
    },
  };
}
