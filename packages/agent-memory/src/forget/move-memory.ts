import { folderOf, inspectFile, makeFolder, moveFile, placeIn } from '@memora/privacy/files';

/** The folder of what was forgotten; no note is read below it. */
const TRASH = '.trash/memora';

/** Where the note of a path stands once it is forgotten. */
export function trashOf(path: string): string {
  return `${TRASH}/${path}`;
}

/** True where a file stands at a path of the vault. */
export function stands(root: string, path: string): boolean {
  return inspectFile(placeIn(root, path)) !== null;
}

/** Moves a note within the vault; false where none stands there, or another one stands where it would go. */
export function moveNote(root: string, from: string, to: string): boolean {
  if (!stands(root, from) || stands(root, to)) return false;
  const place = placeIn(root, to);
  makeFolder(folderOf(place), 0o777);
  return moveFile(placeIn(root, from), place);
}
