/** The multiplier of the rolling hash: odd, so that no byte is lost modulo 2^32. */
const BASE = 0x01000193;

/** Finds all places of several stretches of one note, each `length` bytes long, in one pass: ascending, by their first occurrence. */
export function findOccurrences(
  bytes: Uint8Array,
  length: number,
  firsts: Iterable<number>,
): ReadonlyMap<number, readonly number[]> {
  const placesByFirst = new Map<number, number[]>();
  const firstsByHash = new Map<number, number[]>();
  for (const first of firsts) {
    if (placesByFirst.has(first)) continue;
    placesByFirst.set(first, []);
    const hash = hashAt(bytes, first, length);
    const list = firstsByHash.get(hash);
    if (list === undefined) firstsByHash.set(hash, [first]);
    else list.push(first);
  }
  let highest = 1;
  for (let i = 1; i < length; i++) highest = Math.imul(highest, BASE);
  let hash = hashAt(bytes, 0, length);
  for (let at = 0; at + length <= bytes.length; at++) {
    for (const first of firstsByHash.get(hash) ?? []) {
      if (isEqual(bytes, first, at, length)) placesByFirst.get(first)?.push(at);
    }
    hash = Math.imul(hash - Math.imul(bytes[at] as number, highest), BASE) + (bytes[at + length] ?? 0);
    hash |= 0;
  }
  return placesByFirst;
}

function hashAt(bytes: Uint8Array, start: number, length: number): number {
  let hash = 0;
  for (let i = start; i < start + length; i++) hash = (Math.imul(hash, BASE) + (bytes[i] ?? 0)) | 0;
  return hash;
}

function isEqual(bytes: Uint8Array, a: number, b: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (bytes[a + i] !== bytes[b + i]) return false;
  return true;
}
