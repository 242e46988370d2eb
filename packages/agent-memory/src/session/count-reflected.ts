import type { SessionPorts } from './create-session.ts';
import { countedName } from './session-saves.ts';
import { waitForLock } from './wait-for-lock.ts';

/** How far a session was looked back on, whichever processes go on with it. */
interface Reflected {
  /** Looks back on the turns behind `after`, one process at a time, and keeps how far it came. */
  readonly onward: <T>(
    look: (after: number) => Promise<{ readonly value: T; readonly reached: number }>,
  ) => Promise<T>;
}

/** More turns than one session has. */
const MOST = 1_000_000;

/** Counts beside the claims for a session with an id that others may go on with, for this process alone where it has none. */
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
