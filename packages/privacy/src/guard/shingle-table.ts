/** Maps each shingle to its secret: an open-addressing table of two hashes and the number of the secret. */
export interface ShingleTable {
  readonly size: number;
  readonly add: (first: number, second: number, owner: number) => void;
  /** The owner, or -1. */
  readonly find: (first: number, second: () => number) => number;
  readonly remove: (first: number, second: () => number) => void;
}

const EMPTY = 0;
const REMOVED = -1;

/** Creates an empty table that grows by itself. */
export function createShingleTable(): ShingleTable {
  let capacity = 1 << 12;
  let firsts = new Int32Array(capacity);
  let seconds = new Int32Array(capacity);
  /** Owner + 1, {@link EMPTY} or {@link REMOVED}. */
  let owners = new Int32Array(capacity);
  let used = 0;

  const put = (first: number, second: number, owner: number): void => {
    let slot = first & (capacity - 1);
    while (owners[slot] !== EMPTY) {
      if (firsts[slot] === first && seconds[slot] === second) return;
      slot = (slot + 1) & (capacity - 1);
    }
    firsts[slot] = first;
    seconds[slot] = second;
    owners[slot] = owner;
    used++;
  };
  const grow = (): void => {
    const old = { firsts, seconds, owners };
    capacity *= 2;
    firsts = new Int32Array(capacity);
    seconds = new Int32Array(capacity);
    owners = new Int32Array(capacity);
    used = 0;
    old.owners.forEach((owner, i) => {
      if (owner !== EMPTY) put(old.firsts[i] as number, old.seconds[i] as number, owner);
    });
  };
  const slotOf = (first: number, second: () => number): number => {
    let slot = first & (capacity - 1);
    let wanted: number | null = null;
    while (owners[slot] !== EMPTY) {
      if (firsts[slot] === first) {
        wanted ??= second();
        if (seconds[slot] === wanted) return slot;
      }
      slot = (slot + 1) & (capacity - 1);
    }
    return -1;
  };
  return {
    get size() {
      return used;
    },
    add: (first, second, owner) => {
      if (used * 10 >= capacity * 7) grow();
      put(first, second, owner + 1);
    },
    find: (first, second) => {
      const slot = slotOf(first, second);
      const owner = slot < 0 ? EMPTY : (owners[slot] as number);
      return owner > 0 ? owner - 1 : -1;
    },
    remove: (first, second) => {
      const slot = slotOf(first, second);
      if (slot >= 0) owners[slot] = REMOVED;
    },
  };
}
