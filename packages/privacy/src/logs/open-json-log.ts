import { appendToFile } from '../files/append-to-file.ts';
import { moveFile } from '../files/change-file.ts';
import { inspectFile } from '../files/folders/inspect-place.ts';
import { besides, type Place, placeAt } from '../files/folders/place.ts';
import { readPlainText } from '../files/read-plain-file.ts';

/** A log of JSON lines. */
export interface JsonLog<Entry> {
  readonly append: (entry: Entry) => void;
  /** The entries, oldest first; a line that a crash truncated is left out. */
  readonly read: () => Entry[];
}

const MAX_BYTES = 4 * 1024 * 1024;

/**
 * A log of JSON lines, mode 0600. Past 4 MiB the file moves to `<path>.1`, and one older file is kept. A link or a pipe at its name is never followed: writing
 * throws `FILE_REFUSED`.
 */
export function openJsonLog<Entry>(at: string | Place): JsonLog<Entry> {
  const place = () => (typeof at === 'string' ? placeAt(at) : at);
  return {
    append: (entry) => {
      rotate(place());
      appendToFile(place(), `${JSON.stringify(entry)}\n`);
    },
    read: () => [...readEntries<Entry>(older(place())), ...readEntries<Entry>(place())],
  };
}

function older(place: Place): Place {
  return besides(place, `${place.parts.at(-1)}.1`);
}

function rotate(place: Place): void {
  const size = inspectFile(place)?.size ?? 0;
  if (size <= MAX_BYTES) return;
  inspectFile(older(place));
  moveFile(place, older(place));
}

function readEntries<Entry>(place: Place): Entry[] {
  return (readPlainText(place) ?? '').split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Entry];
    } catch {
      return [];
    }
  });
}
