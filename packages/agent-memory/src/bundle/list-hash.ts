import { fingerprint } from '@memora/core';

/** A hash over a list of files in their order, made one by one: each takes in the one before. */
export function createListHash() {
  const encoder = new TextEncoder();
  let hash: string = fingerprint(encoder.encode(''));
  let files = 0;
  return {
    add: (path: string, blake3: string): void => {
      hash = fingerprint(encoder.encode(`${hash}\n${path} ${blake3}\n`));
      files++;
    },
    count: () => files,
    hash: () => hash,
  };
}
