import { fingerprint } from '@memora/core';

/** A hash over an ordered list of files, computed step by step: each step includes the previous one. */
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
