import type { Memory } from '@memora/engine';
import type { Admission } from './admit/admission.ts';
import type { NewMemory } from './remember/new-memory.ts';
import type { Session, SessionOptions } from './session/session.ts';

/** What a memory lets in, and how long. */
export interface MemoryPolicy {
  /** Memories that one session may save; 10 by default, null for no limit. */
  readonly maxSavesPerSession?: number | null;
  /** Columns of letters and digits that a statement has at least; 15 by default. */
  readonly minLength?: number;
}

/** What {@link openAgentMemory} takes. */
export type AgentMemoryOptions = (
  | {
      /** The folder of notes. */
      readonly vault: string;
    }
  | {
      /** An open memory, which stays open when this is closed. */
      readonly memory: Memory;
    }
) & {
  /** A folder of the vault that all of it stands under, such as `users/ada`; the vault itself by default. */
  readonly root?: string;
  /** The agent's name: its memories bear it. */
  readonly agent?: string;
  /** The user's name. */
  readonly user?: string;
  readonly policy?: MemoryPolicy;
  /** The clock; the system's by default. */
  readonly now?: () => Date;
};

/** The memory of an agent. Dispose it to close what it opened. */
export interface AgentMemory extends AsyncDisposable {
  /** The memory of the vault that it stands in. */
  readonly memory: Memory;
  /** The folder of the vault that all of it stands under; empty, or with a `/` at its end. */
  readonly root: string;
  /** Begins a session, or goes on with one. */
  readonly session: (options?: SessionOptions) => Promise<Session>;
  /** Decides on a statement and writes what is let in, in a session of its own that lasts as long as this. */
  readonly remember: (item: NewMemory) => Promise<Admission>;
  readonly close: () => Promise<void>;
}
