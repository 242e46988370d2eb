/** Returns how many of the ascending numbers are at most `at`, in logarithmic time. */
export function countNotAfter(ascending: readonly number[], at: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
