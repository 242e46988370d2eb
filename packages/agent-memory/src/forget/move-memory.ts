import { folderOf, inspectFile, makeFolder, moveFile, placeIn } from '@memora/privacy/files';

/** The trash folder; no note below it is read. */
const TRASH = '.trash/memora';

/** The place in the trash for a note's path. */
export function trashOf(path: string): string {
  return `${TRASH}/${path}`;
}

/** True if a file exists at a path of the vault. */
export function stands(root: string, path: string): boolean {
  return inspectFile(placeIn(root, path)) !== null;
}

/** Moves a note within the vault; false if it does not exist, or another note is at its destination. */
export function moveNote(root: string, from: string, to: string): boolean {
  if (!stands(root, from) || stands(root, to)) return false;
  const place = placeIn(root, to);
  makeFolder(folderOf(place), 0o777);
  return moveFile(placeIn(root, from), place);
}
