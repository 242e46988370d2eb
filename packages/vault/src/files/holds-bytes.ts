import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { checkRelativePath } from './confine-path.ts';
import { OPEN_NOTE } from './read-note-file.ts';

let read = Buffer.allocUnsafeSlow(4_096);

/** The identity of the file at a path when it was read. */
export interface FileNumber {
  readonly dev: number;
  readonly ino: number;
}

/**
 * True if the path still leads to the file that was read before and the file holds exactly these bytes. Each call reads the file. False if it is another file,
 * holds other bytes or can't be read; {@link readNoteFile} then says which. A path that leads through a link to another file gives another number.
 */
export function holdsBytes(root: string, path: string, bytes: Uint8Array, known: FileNumber): boolean {
  checkRelativePath(path);
  // One byte more than expected, to notice a file that has grown.
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
    // A read that returns fewer bytes than the file has is continued. One that returns them all is not
    // followed by another, although it returned fewer bytes than requested.
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
