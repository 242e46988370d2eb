import type { FileVersion } from './vault-change.ts';

/** File systems stamp times by a clock that ticks every 1 to 10 ms on Linux before 6.13; twice that, to be safe. */
const TICK_MS = 20;
/** Some stamp whole seconds. */
const COARSE_TICK_MS = 1000;

/**
 * Milliseconds until a write to any of these files gets another change time than it has now. Two writes of equal length in
 * one tick leave equal versions: whoever reads a file only after this time either reads the second write or is told of it.
 */
export function msUntilStampsDiffer(versions: Iterable<FileVersion | null>, now: number): number {
  let wait = 0;
  for (const version of versions) {
    if (version === null) continue;
    const { ctimeMs } = version;
    const tick = ctimeMs % 1000 === 0 ? COARSE_TICK_MS : TICK_MS;
    // A change time ahead of our clock (a network drive's) waits one tick, not until then.
    wait = Math.max(wait, Math.min(tick, ctimeMs + tick - now));
  }
  return wait;
}
