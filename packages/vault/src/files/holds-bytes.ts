import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { isOpenAs } from '@memora/privacy/files';
import { checkRelativePath } from './confine-path.ts';
import { OPEN_NOTE } from './read-note-file.ts';

let read = Buffer.allocUnsafeSlow(4_096);

/**
 * True where the file at a path is opened, read and found to hold just these bytes. Each call reads the file. False where it holds others, can't be read, may
 * stand behind a link, or the system doesn't tell; then {@link readNoteFile} says what is there.
 */
export function holdsBytes(root: string, path: string, bytes: Uint8Array): boolean {
  checkRelativePath(path);
  // One more than is expected: a file that has grown is seen.
  if (read.length <= bytes.length) read = Buffer.allocUnsafeSlow(2 * bytes.length + 1);
  const full = join(root, path);
  let file: number;
  try {
    file = openSync(full, OPEN_NOTE);
  } catch {
    return false;
  }
  try {
    if (!isOpenAs(file, full)) return false;
    let length = 0;
    while (length <= bytes.length) {
      const more = readSync(file, read, length, bytes.length + 1 - length, length);
      if (more === 0) break;
      length += more;
    }
    return length === bytes.length && read.compare(bytes, 0, length, 0, length) === 0;
  } catch {
    return false;
  } finally {
    closeSync(file);
  }
}
