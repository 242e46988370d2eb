/**
 * Takes a note so that only one thread reads it. Every sent note has its id in `free` (32-bit integers shared by both threads) until a thread sets it to zero.
 * Returns false if the other thread was faster.
 */
export function takeNote(free: Int32Array, id: number): boolean {
  return Atomics.compareExchange(free, id % free.length, id, 0) === id;
}
