import type { FileVersion } from './vault-change.ts';

/**
 * Milliseconds: on Linux before 6.13, file systems stamp times with a clock that ticks every 1 to 10 ms. This
 * is twice that, to be safe.
 */
const TICK_MS = 20;
/** The same for file systems that stamp whole seconds. */
const COARSE_TICK_MS = 1000;

/**
 * Milliseconds until a write to any of these files gets a change time different from its current one. Two writes of equal length in one tick leave equal
 * versions: a caller that reads a file after this time either reads the second write or gets an event for it.
 */
export function msUntilStampsDiffer(versions: Iterable<FileVersion | null>, now: number): number {
  let wait = 0;
  for (const version of versions) {
    if (version === null) continue;
    const { ctimeMs } = version;
    const tick = ctimeMs % 1000 === 0 ? COARSE_TICK_MS : TICK_MS;
    // If a change time is ahead of our clock (a network drive), wait one tick and not until that time.
    wait = Math.max(wait, Math.min(tick, ctimeMs + tick - now));
  }
  return wait;
}
