import { closeSync, fstatSync, readSync } from 'node:fs';
import type { Place } from './folders/place.ts';
import { openToRead } from './open-plain-file.ts';

/** The last bytes of a regular file, or fewer if it is shorter, and its size; null if there is none. Throws `FILE_REFUSED`. */
export function readTail(
  place: Place,
  count: number,
): { readonly tail: Uint8Array; readonly size: number } | null {
  const opened = openToRead(place);
  if (opened === null) return null;
  try {
    const { size } = fstatSync(opened.file);
    const tail = Buffer.alloc(Math.min(count, size));
    return { tail: tail.subarray(0, readSync(opened.file, tail, 0, tail.length, size - tail.length)), size };
  } finally {
    closeSync(opened.file);
  }
}
