import { decodeText } from '@memora/core';
import type { ParsedNote, ParseNoteOptions } from '@memora/vault';
import { locateFrontmatter, parseNoteInSteps } from '@memora/vault/internal';
import { WORTH_A_BUDGET } from './bounded-reader.ts';

/** How long other work waits, in milliseconds. */
const SLICE_MS = 4;

/** The limits of parsing here. */
interface SliceLimits {
  /** In all slices together, in milliseconds. */
  readonly ms: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Parses a note on this thread, a few milliseconds at a time, and other work goes on in between. Returns null if that takes longer than `ms`, or if a single
 * block is so long that it is worth a budget of its own: only another thread can be ended in the middle of a block. Throws the signal's reason.
 */
export async function parseInSlices(
  bytes: Uint8Array,
  options: ParseNoteOptions,
  { ms, signal }: SliceLimits,
): Promise<ParsedNote | null> {
  // Frontmatter is read in one step.
  if ((locateFrontmatter(decodeText(bytes).text)?.bodyStart ?? 0) > WORTH_A_BUDGET) return null;
  const steps = parseNoteInSteps(bytes, options);
  let left = ms;
  for (;;) {
    signal?.throwIfAborted();
    const since = performance.now();
    // The clock may be set back meanwhile.
    const spent = () => performance.now() - since;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
      if (step.value > WORTH_A_BUDGET) return null;
    } while (spent() < SLICE_MS);
    left -= spent();
    if (left <= 0) return null;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
