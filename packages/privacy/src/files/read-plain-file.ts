import { closeSync, readFileSync } from 'node:fs';
import { fileRefused } from './file-refused.ts';
import { type Place, pathOf } from './folders/place.ts';
import { openToRead } from './open-plain-file.ts';

const MOST_BYTES = 256 * 1024 * 1024;

/** The bytes of a regular file; null if there is none. Links and pipes are not read. Throws `FILE_REFUSED` for those, and for a file larger than the limit. */
export function readPlainFile(place: Place, mostBytes = MOST_BYTES): Buffer | null {
  const opened = openToRead(place);
  if (opened === null) return null;
  try {
    if (opened.found.size > mostBytes) {
      throw fileRefused(
        pathOf(place),
        `has more than ${mostBytes} bytes`,
        'Remove it, or move it elsewhere.',
      );
    }
    return readFileSync(opened.file);
  } finally {
    closeSync(opened.file);
  }
}

/** The same as text. */
export function readPlainText(place: Place, mostBytes?: number): string | null {
  return readPlainFile(place, mostBytes)?.toString('utf8') ?? null;
}
