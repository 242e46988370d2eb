import { lstatSync, readdirSync, type Stats, unlinkSync } from 'node:fs';
import { holding } from './folders/hold-folder.ts';
import { folderOf, nameOf, type Place } from './folders/place.ts';
import { DRAFT_NAME } from './write-whole-file.ts';

/**
 * Removes the second name of a file if it is the name of its draft in the same folder: a new file has both for a moment, and for longer if its writer was
 * killed then. Returns the file's new state; any other name stays.
 */
export function dropDraftNames(place: Place, found: Stats): Stats {
  if (found.nlink < 2) return found;
  return holding(folderOf(place), ({ at, self }) => {
    for (const name of readdirSync(self)) {
      if (!DRAFT_NAME.test(name)) continue;
      const draft = lstatSync(at(name), { throwIfNoEntry: false });
      if (draft?.ino === found.ino && draft.dev === found.dev) removeIfThere(at(name));
    }
    return lstatSync(at(nameOf(place)));
  });
}

/** Its writer may be alive and remove it first. */
function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
