import { chmodSync, mkdirSync } from 'node:fs';
import { systemCodeOf } from '../file-refused.ts';
import { holdFolder, holding } from './hold-folder.ts';
import { inspectFolder } from './inspect-place.ts';
import { folderOf, nameOf, type Place } from './place.ts';

/**
 * Creates a folder and its parents, part by part; existing ones are left as they are. For the user alone by default. Throws `FILE_REFUSED` if a part is a link
 * or a file.
 */
export function makeFolder({ base, parts }: Place, mode = 0o700): void {
  if (inspectFolder({ base, parts }) !== null) return;
  if (parts.length === 0) {
    mkdirSync(base, { recursive: true, mode });
    return;
  }
  for (let count = 1; count <= parts.length; count++) {
    const part = { base, parts: parts.slice(0, count) };
    if (inspectFolder(part) !== null) continue;
    try {
      holding(folderOf(part), ({ at }) => mkdirSync(at(nameOf(part)), { mode }));
    } catch (error) {
      if (systemCodeOf(error) !== 'EEXIST') throw error;
      // Another process was first, so it may be a link.
      inspectFolder(part);
    }
  }
}

/** Removes the rights of everybody but the user from an existing folder. */
export function keepFolderPrivate(place: Place): void {
  const found = inspectFolder(place);
  if (found === null || (found.mode & 0o077) === 0) return;
  using held = holdFolder(place);
  chmodSync(held.self, 0o700);
}
