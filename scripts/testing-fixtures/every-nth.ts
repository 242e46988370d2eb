/** True for the whole check, which leaves nothing out and tries every case. */
export const isWhole = process.env['MEMORA_TEST_WHOLE'] === '1';

/**
 * Every n-th item of a list, starting with the one at `from`; all of them with `MEMORA_TEST_WHOLE=1`. A suite of many
 * similar cases runs a part of them in `check`. Another `from` for each group makes sure that each case runs somewhere.
 */
export function everyNth<T>(list: readonly T[], n: number, from = 0): readonly T[] {
  if (isWhole) return list;
  return list.filter((_, i) => (i + from) % n === 0);
}

/** A smaller sample would find nothing. */
const FEWEST = 3;

/**
 * The number of examples to try for a property. In CI, where the same seed always gives the same examples, it
 * is a tenth of `runs`; with `MEMORA_TEST_WHOLE=1`, or with random seeds, it is all of them.
 */
export function sampleOf(runs: number): number {
  const isSample = process.env['CI'] !== undefined && !isWhole;
  return isSample ? Math.min(runs, Math.max(FEWEST, Math.ceil(runs / 10))) : runs;
}
