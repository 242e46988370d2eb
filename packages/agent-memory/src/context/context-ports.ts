import type { Memory } from '@memora/engine';
import type { Installation } from '@memora/privacy/installation';
import type { Vault } from '@memora/vault';
import type { Recall, RecallOptions } from '../recall/recall.ts';
import type { MemoryPool } from '../within/memory-pool.ts';

/** What building context packs needs of an open memory of an agent. */
export interface ContextPorts {
  readonly memory: Memory;
  readonly vault: Pick<Vault, 'readNote' | 'root'>;
  /** With a `/` at its end, or empty. */
  readonly root: string;
  readonly now: () => Date;
  /** An IANA name such as `Europe/Lisbon`; undefined for the system's. */
  readonly timeZone: string | undefined;
  /** The memories of the agent. */
  readonly pool: MemoryPool;
  readonly recall: (query: string, options?: RecallOptions) => Promise<Recall>;
  /** Ids of memories that a person confirmed. */
  readonly confirmed: () => Promise<ReadonlySet<string>>;
  /** The held memories that a question might have found, by path. Not asked for where null. */
  readonly heldPaths: (() => Promise<readonly HeldPath[]>) | null;
  /** Whether any claim is secret: most often none is, and none is looked for. */
  readonly holdsSecrets: () => Promise<boolean>;
  /** Marks what is kept between processes as written by this installation; null where it can keep no key. */
  readonly installation: () => Promise<Installation | null>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly countTokens: (text: string) => number;
}

/** Where a held memory stands. */
interface HeldPath {
  readonly id: string;
  readonly path: string;
}
