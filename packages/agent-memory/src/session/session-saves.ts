import { fingerprint } from '@memora/core';
import type { Memory } from '@memora/engine';

/** How many memories a session may still save, whichever processes go on with it. */
export interface SessionSaves {
  /** Null where the session has no limit. */
  readonly left: () => Promise<number | null>;
  /** Takes one; false where none is left. */
  readonly take: () => Promise<boolean>;
  /** Puts one back that was taken and not written. */
  readonly putBack: () => Promise<void>;
}

export interface SavesPorts {
  readonly memory: Pick<Memory, 'access'>;
  readonly now: () => Date;
}

const encoder = new TextEncoder();

/** What is counted beside the claims under a name that tells nothing of the id: a host may name a session after a person. */
export function countedName(what: string, id: string): string {
  return `${what}:${fingerprint(encoder.encode(id)).slice(0, 32)}`;
}

/** Counts the saves of a session where all processes see them; where that can't be written, for this process alone. */
export function countSaves(id: string, most: number | null, { memory, now }: SavesPorts): SessionSaves {
  const name = countedName('saves', id);
  let own = 0;
  return {
    async left() {
      if (most === null) return null;
      const taken = await memory.access.taken(name);
      return Math.max(0, most - Math.max(own, taken?.count ?? 0));
    },
    async take() {
      if (most === null) return true;
      if (own >= most || (await memory.access.take(name, most, now())) === 0) return false;
      own++;
      return true;
    },
    async putBack() {
      if (most === null) return;
      own--;
      await memory.access.putBack(name);
    },
  };
}
