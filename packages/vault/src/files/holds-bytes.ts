import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { checkRelativePath } from './confine-path.ts';
import { OPEN_NOTE } from './read-note-file.ts';

let read = Buffer.allocUnsafeSlow(4_096);

/** Which file a path led to when it was read. */
export interface FileNumber {
  readonly dev: number;
  readonly ino: number;
}

/**
 * True if the file at a path is opened, read and found to be the one that was read before, with just these bytes. Each call reads the file. False if it is another
 * one, holds others or can't be read; then {@link readNoteFile} says what is there. A link on the way that leads to another file leads to another number.
 */
export function holdsBytes(root: string, path: string, bytes: Uint8Array, known: FileNumber): boolean {
  checkRelativePath(path);
  // One more than is expected: a file that has grown is seen.
  if (read.length <= bytes.length) read = Buffer.allocUnsafeSlow(2 * bytes.length + 1);
  let file: number;
  try {
    file = openSync(join(root, path), OPEN_NOTE);
  } catch {
    return false;
  }
  try {
    const { dev, ino, size } = fstatSync(file);
    if (ino !== known.ino || dev !== known.dev || size !== bytes.length) return false;
    let length = 0;
    // A file is at its end where it gives less than was asked for; only one that gives less than it has is asked again.
    do {
      const more = readSync(file, read, length, bytes.length + 1 - length, length);
      if (more === 0) break;
      length += more;
    } while (length < bytes.length);
    return length === bytes.length && read.compare(bytes, 0, length, 0, length) === 0;
  } catch {
    return false;
  } finally {
    closeSync(file);
  }
}
