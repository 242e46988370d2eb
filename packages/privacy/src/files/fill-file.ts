import { closeSync, linkSync, lstatSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { inspectFile, requirePlainFile } from './inspect-place.ts';
import { makeFolder } from './make-folder.ts';
import { folderOf, type Place, pathOf } from './place.ts';
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
  const draft = pathOf(draftBeside(place));
  try {
    const file = openSync(draft, 'wx', 0o600);
    try {
      if (typeof fill === 'string') writeFileSync(file, fill);
    } finally {
      closeSync(file);
    }
    if (typeof fill !== 'string') fill(draft);
    requirePlainFile(lstatSync(draft), draft);
    // Unlike a rename, a link fails where somebody made the file meanwhile.
    if (isNew) linkSync(draft, pathOf(place));
    else renameSync(draft, pathOf(place));
  } finally {
    rmSync(draft, { force: true });
  }
}
