/**
 * Returns the `n`th lowest number, from 0, and reorders `numbers`. Uses quickselect (Hoare 1961) with a median-of-three pivot instead of sorting
 * all of them. No number may be NaN.
 */
export function nthLowest(numbers: Float32Array | Float64Array, n: number): number {
  let from = 0;
  let to = numbers.length - 1;
  while (from < to) {
    const pivot = middleOf(
      numbers[from] as number,
      numbers[(from + to) >> 1] as number,
      numbers[to] as number,
    );
    let low = from;
    let high = to;
    while (low <= high) {
      while ((numbers[low] as number) < pivot) low++;
      while ((numbers[high] as number) > pivot) high--;
      if (low > high) break;
      const lower = numbers[high] as number;
      numbers[high--] = numbers[low] as number;
      numbers[low++] = lower;
    }
    if (n <= high) to = high;
    else if (n >= low) from = low;
    else break;
  }
  return numbers[n] as number;
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
