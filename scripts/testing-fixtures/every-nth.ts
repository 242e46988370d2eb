/** True for the whole check, which leaves nothing out and tries every case. */
export const isWhole = process.env['MEMORA_TEST_WHOLE'] === '1';

/**
 * Every n-th of a list, from the one at `from` on; all of them with `MEMORA_TEST_WHOLE=1`. A suite of many like cases runs a part in
 * `check`; another `from` for each group gives each case its turn somewhere.
 */
export function everyNth<T>(list: readonly T[], n: number, from = 0): readonly T[] {
  if (isWhole) return list;
  return list.filter((_, i) => (i + from) % n === 0);
}

/** A smaller sample would find nothing. */
const FEWEST = 3;

/** How many examples of a property are tried of so many: in CI, where the same seed gives the same examples each time, a tenth; all of them with `MEMORA_TEST_WHOLE=1`, and where they are random. */
export function sampleOf(runs: number): number {
  const isSample = process.env['CI'] !== undefined && !isWhole;
  return isSample ? Math.min(runs, Math.max(FEWEST, Math.ceil(runs / 10))) : runs;
}
