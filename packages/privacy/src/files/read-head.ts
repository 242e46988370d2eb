import { closeSync, readSync } from 'node:fs';
import type { Place } from './folders/place.ts';
import { openToRead } from './open-plain-file.ts';

/** The first bytes of a regular file, or fewer if it is shorter; null if there is none. Throws `FILE_REFUSED`. */
export function readHead(place: Place, count: number): Uint8Array | null {
  const opened = openToRead(place);
  if (opened === null) return null;
  try {
    const head = Buffer.alloc(count);
    return head.subarray(0, readSync(opened.file, head, 0, count, 0));
  } finally {
    closeSync(opened.file);
  }
}
