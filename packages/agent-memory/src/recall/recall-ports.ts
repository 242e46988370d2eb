import type { Memory } from '@memora/engine';
import type { ExternalSource } from '../external/external-source.ts';
import type { MemoryPool } from '../within/memory-pool.ts';

/** What recalling needs of an open memory of an agent. */
export interface RecallPorts {
  readonly memory: Memory;
  /** With a `/` at its end, or empty. */
  readonly root: string;
  readonly now: () => Date;
  readonly halfLifeDays: number;
  readonly pool: MemoryPool;
  /** Memories beside the vault. */
  readonly external: readonly ExternalSource[];
}
