/** A set of names. */
export interface NameSet {
  readonly add: (name: string) => void;
  readonly has: (name: string) => boolean;
}

/** How many names are stored in full. */
const HELD = 10_000;

/**
 * A set of names that stays small: beyond the first 10,000 names, it stores only 32 bits of each, 8 bytes per
 * name instead of 80. With a million names, one in 4,000 names that were never added counts as present.
 */
export function createNameSet(held: number = HELD): NameSet {
  const names = new Set<string>();
  let slots = new Uint32Array(0);
  let count = 0;
  const put = (sum: number): void => {
    const mask = slots.length - 1;
    let at = sum & mask;
    for (; slots[at] !== 0; at = (at + 1) & mask) if (slots[at] === sum) return;
    slots[at] = sum;
    count++;
  };
  const grow = (): void => {
    const old = slots;
    slots = new Uint32Array(Math.max(1 << 18, old.length * 2));
    count = 0;
    for (const sum of old) if (sum !== 0) put(sum);
  };
  const isIn = (sum: number): boolean => {
    if (slots.length === 0) return false;
    const mask = slots.length - 1;
    for (let at = sum & mask; slots[at] !== 0; at = (at + 1) & mask) if (slots[at] === sum) return true;
    return false;
  };
  return {
    add: (name) => {
      if (names.size < held) names.add(name);
      else {
        if (count * 2 >= slots.length) grow();
        put(sumOf(name));
      }
    },
    has: (name) => names.has(name) || isIn(sumOf(name)),
  };
}

/** FNV-1a of the UTF-16 units, mixed; never 0, which marks an empty slot. */
function sumOf(name: string): number {
  let sum = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) sum = Math.imul(sum ^ name.charCodeAt(i), 0x01000193);
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35);
  return (sum ^ (sum >>> 16)) >>> 0 || 1;
}
