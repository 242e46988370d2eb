import type { Memory } from '@memora/engine';
import type { ExternalSource } from '../external/external-source.ts';
import type { MemoryPool } from '../within/memory-pool.ts';

/** The parts of an open agent memory that a recall needs. */
export interface RecallPorts {
  readonly memory: Memory;
  /** With a `/` at its end, or empty. */
  readonly root: string;
  readonly now: () => Date;
  readonly pool: MemoryPool;
  /** External memories. */
  readonly external: readonly ExternalSource[];
}
