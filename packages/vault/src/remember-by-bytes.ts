import { hash } from 'node:crypto';
import { fingerprint } from '@memora/core';

/** This many readings are kept; a further one takes the place of the one that was wanted longest ago. */
const MOST_KEPT = 4_096;
/** This many bytes are hashed here in all: loading Node's cryptography takes longer than that. From then on it is ten times as fast, and makes no garbage. */
const HASHED_HERE = 65_536;
let hashedHere = 0;

/**
 * A reading of notes that is done once for the same path and bytes: `read` is a function of these two alone. The bytes themselves are not kept,
 * nor is a reading that `mayKeep` refuses or that failed.
 */
export function rememberByBytes<Reading>(
  read: (bytes: Uint8Array, path: string) => Promise<Reading>,
  mayKeep: (reading: Reading) => boolean = () => true,
  most: number = MOST_KEPT,
): (bytes: Uint8Array, path: string) => Promise<Reading> {
  const kept = new Map<string, { readonly reading: Reading }>();
  return async (bytes, path) => {
    const key = `${digestOf(bytes)} ${path}`;
    const known = kept.get(key);
    if (known !== undefined) {
      kept.delete(key);
      kept.set(key, known);
      return known.reading;
    }
    const reading = await read(bytes, path);
    if (!mayKeep(reading)) return reading;
    kept.set(key, { reading });
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return reading;
  };
}

/** What is read of a note is read by several readers: its bytes are hashed once. */
const digests = new WeakMap<Uint8Array, string>();

function digestOf(bytes: Uint8Array): string {
  let digest = digests.get(bytes);
  if (digest === undefined) {
    digest = hashOf(bytes);
    digests.set(bytes, digest);
  }
  return digest;
}

/** The two kinds of digests are of other lengths: one is never taken for the other. What was read by the first is read once more by the second. */
function hashOf(bytes: Uint8Array): string {
  hashedHere += bytes.length;
  return hashedHere > HASHED_HERE ? hash('sha256', bytes, 'base64') : fingerprint(bytes);
}
