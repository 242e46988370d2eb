import { fingerprint } from '@memora/core';
import type { Memory } from '@memora/engine';

/** How many memories a session may still save, shared by all of its processes. */
export interface SessionSaves {
  /** Null if the session has no limit. */
  readonly left: () => Promise<number | null>;
  /** Takes one; false if none is left. */
  readonly take: () => Promise<boolean>;
  /** Returns one that was taken and not used. */
  readonly putBack: () => Promise<void>;
  /** True if a memory that replaces another takes one too; false by default. */
  readonly countsReplacing?: boolean;
}

export interface SavesPorts {
  readonly memory: Pick<Memory, 'access'>;
  readonly now: () => Date;
}

const encoder = new TextEncoder();

/** The name of a counter in the claim store. It does not reveal the id, because a host may name a session after a person. */
export function countedName(what: string, id: string): string {
  return `${what}:${fingerprint(encoder.encode(id)).slice(0, 32)}`;
}

/** Counts the saves of a session where all processes see them; if that can't be written, in memory. */
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
