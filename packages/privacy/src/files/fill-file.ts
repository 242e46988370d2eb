import { closeSync, linkSync, lstatSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { holdFolder } from './hold-folder.ts';
import { inspectFile, requirePlainFile } from './inspect-place.ts';
import { makeFolder } from './make-folder.ts';
import { folderOf, nameOf, type Place, pathOf } from './place.ts';
import { draftBeside } from './write-whole-file.ts';

/**
 * Puts a file of mode 0600 in its place at once: a text, or what other code writes into an empty draft whose path it is given and which
 * nobody else could have named. With `isNew`, throws `EEXIST` where a file stands there. Throws `FILE_REFUSED` like every write.
 */
export function fillFile(
  place: Place,
  fill: string | ((draft: string) => void),
  { isNew = false, folderMode }: { readonly isNew?: boolean; readonly folderMode?: number } = {},
): void {
  makeFolder(folderOf(place), folderMode);
  if (!isNew) inspectFile(place);
  using folder = holdFolder(folderOf(place));
  const [draft, full] = [folder.at(nameOf(draftBeside(place))), folder.at(nameOf(place))];
  try {
    const file = openSync(draft, 'wx', 0o600);
    try {
      if (typeof fill === 'string') writeFileSync(file, fill);
    } finally {
      closeSync(file);
    }
    if (typeof fill !== 'string') fill(draft);
    requirePlainFile(lstatSync(draft), pathOf(place));
    // Unlike a rename, a link fails where somebody made the file meanwhile.
    if (isNew) linkSync(draft, full);
    else renameSync(draft, full);
  } catch (error) {
    throw folder.explain(error);
  } finally {
    rmSync(draft, { force: true });
  }
}
