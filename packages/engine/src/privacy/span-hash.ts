import type { Blake3 } from '@memora/core';
import { defaultBlake3 } from '@memora/core/internal';

/**
 * The number of spans after which a faster implementation is loaded. A hook is a separate process and hashes
 * fewer.
 */
const WORTH_LOADING = 200;
let asked = 0;
let current = defaultBlake3;

/**
 * The hash to compare the next span of a note with: portable BLAKE3 at first, and WebAssembly after many
 * comparisons.
 */
export function spanHash(): Blake3 {
  if (++asked === WORTH_LOADING) void loadFaster();
  return current;
}

async function loadFaster(): Promise<void> {
  try {
    const { loadBlake3 } = await import('@memora/claims/internal');
    current = await loadBlake3();
  } catch {
    // If WebAssembly is not allowed, the portable implementation is used, with the same digests.
  }
}
