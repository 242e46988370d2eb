/** A small seeded generator (mulberry32): the same seed gives the same cases on every machine. */
export interface SeededRandom {
  /** In [0, 1). */
  readonly next: () => number;
  /** A whole number in [0, bound). */
  readonly below: (bound: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return { next, below, pick: (list) => list[below(list.length)] as never };
}
