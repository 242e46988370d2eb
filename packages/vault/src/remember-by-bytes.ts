import { hash } from 'node:crypto';
import { fingerprint } from '@memora/core';

/** How many readings are kept; a further one replaces the least recently used ones. */
const MOST_KEPT = 4_096;
/**
 * The number of bytes that are hashed with the portable code in all: loading Node's cryptography takes longer
 * than hashing these. After that, Node's hash is ten times as fast and makes no garbage.
 */
const HASHED_HERE = 65_536;
let hashedHere = 0;

/**
 * Caches a reading of notes by path and bytes: `read` must be a function of these two alone. The bytes themselves are not kept, and neither is a reading that
 * `mayKeep` refuses or that failed. At most `most` are kept; with `weigh`, as many as weigh that much together.
 */
export function rememberByBytes<Reading>(
  read: (bytes: Uint8Array, path: string) => Promise<Reading>,
  mayKeep: (reading: Reading) => boolean = () => true,
  most: number = MOST_KEPT,
  weigh: (reading: Reading) => number = () => 1,
): (bytes: Uint8Array, path: string) => Promise<Reading> {
  const kept = new Map<string, { readonly reading: Reading }>();
  let weight = 0;
  return async (bytes, path) => {
    const key = `${digestOf(bytes)} ${path}`;
    const known = kept.get(key);
    if (known !== undefined) {
      kept.delete(key);
      kept.set(key, known);
      return known.reading;
    }
    const reading = await read(bytes, path);
    // Another caller may have read it meanwhile.
    if (!mayKeep(reading) || kept.has(key) || weigh(reading) > most) return reading;
    kept.set(key, { reading });
    weight += weigh(reading);
    for (const [oldest, { reading: given }] of kept) {
      if (weight <= most) break;
      kept.delete(oldest);
      weight -= weigh(given);
    }
    return reading;
  };
}

/** Several readers read the same note; its bytes are hashed once. */
const digests = new WeakMap<Uint8Array, string>();

function digestOf(bytes: Uint8Array): string {
  let digest = digests.get(bytes);
  if (digest === undefined) {
    digest = hashOf(bytes);
    digests.set(bytes, digest);
  }
  return digest;
}

/** The two kinds of digest differ in length, so they are never confused. A note hashed by the first kind is read once more with the second. */
function hashOf(bytes: Uint8Array): string {
  hashedHere += bytes.length;
  return hashedHere > HASHED_HERE ? hash('sha256', bytes, 'base64') : fingerprint(bytes);
}
