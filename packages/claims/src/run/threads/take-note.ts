/**
 * Takes a note, so that one thread reads it and no other. Every note that is sent has its id in `free` (32-bit whole numbers shared by
 * both threads) until one of them has put a zero there. False where somebody was quicker.
 */
export function takeNote(free: Int32Array, id: number): boolean {
  return Atomics.compareExchange(free, id % free.length, id, 0) === id;
}
