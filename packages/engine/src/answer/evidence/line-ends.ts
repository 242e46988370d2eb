const CR = 13;
const LF = 10;

/** Returns the start of each line except the first: after every CRLF, LF and lone CR. */
export function findLineEnds(bytes: Uint8Array): number[] {
  const ends: number[] = [];
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === LF || (bytes[i] === CR && bytes[i + 1] !== LF)) ends.push(i + 1);
  }
  return ends;
}

/** Returns how many of the ascending numbers are at most `offset`. */
export function countBelow(ascending: readonly number[], offset: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
