import type { ChallengeOptions, ChallengerReport } from '../challenge/challenger-report.ts';
import type { ConsolidateOptions, Consolidation } from '../consolidate/consolidation.ts';

/** The maintenance of a memory. One process at a time: another waits, and gets `VAULT_LOCKED` if that takes too long. */
export interface MemoryMaintenance {
  /**
   * Writes `_atlas.md` and `_index.md` of each region that changed, and `world_map.md`. Text outside the generated blocks stays; a run without changes writes
   * nothing. `consolidation.pages` decides where pages are; `off` writes none. Throws `NOT_INDEXED`, `REGION_NOT_FOUND`.
   */
  readonly consolidate: (options?: ConsolidateOptions) => Promise<Consolidation>;
  /** Looks for things that need attention and keeps the report in `.memora/`. Throws `NOT_INDEXED`. */
  readonly challenge: (options?: ChallengeOptions) => Promise<ChallengerReport>;
  /** `world_map.md` as it would be written now, without the text of the user. Writes nothing. Throws `NOT_INDEXED`. */
  readonly worldMap: () => Promise<string>;
  /** A region's atlas as it would be written now; null for a region without notes that may be shown. Throws `NOT_INDEXED`. */
  readonly atlas: (region: string) => Promise<Atlas | null>;
}

/** What `memory.atlas` gives. */
export interface Atlas {
  readonly region: string;
  readonly markdown: string;
  readonly noteCount: number;
}
