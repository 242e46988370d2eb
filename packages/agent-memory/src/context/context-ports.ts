import type { Memory } from '@memora/engine';
import type { Installation } from '@memora/privacy/installation';
import type { Vault } from '@memora/vault';
import type { Recall, RecallOptions } from '../recall/recall.ts';
import type { MemoryPool } from '../within/memory-pool.ts';

/** The parts of an open agent memory that context packs need. */
export interface ContextPorts {
  readonly memory: Memory;
  readonly vault: Pick<Vault, 'readNote' | 'root'>;
  /** With a `/` at its end, or empty. */
  readonly root: string;
  readonly now: () => Date;
  /** The user's time zone, such as `Europe/Lisbon`; undefined for the system's. */
  readonly timeZone: string | undefined;
  /** The memories of the agent. */
  readonly pool: MemoryPool;
  readonly recall: (query: string, options?: RecallOptions) => Promise<Recall>;
  /** Ids of memories that a person confirmed. */
  readonly confirmed: () => Promise<ReadonlySet<string>>;
  /** Returns the held memories that may match a question, by path. Null if they are not needed. */
  readonly heldPaths: (() => Promise<readonly HeldPath[]>) | null;
  /** True if any claim is secret. Usually none is, and the search for secrets is skipped. */
  readonly holdsSecrets: () => Promise<boolean>;
  /** Signs data that is kept between processes as written by this installation; null if it can't store a key. */
  readonly installation: () => Promise<Installation | null>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly countTokens: (text: string) => number;
}

/** The place of a held memory. */
interface HeldPath {
  readonly id: string;
  readonly path: string;
}
