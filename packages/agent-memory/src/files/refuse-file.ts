import { memoryError } from '../memory-error.ts';

/** A command that can't be carried out, in the words that the protocol documents: nothing was changed. */
export function refuseFile(
  message: string,
  hint = 'View the folder, and repeat the command with a path that exists.',
) {
  return memoryError('MEMORY_FILE_REFUSED', message, hint);
}

/** What the protocol says where nothing stands at a path that is to be read or edited. */
export function noSuchPath(path: string) {
  return refuseFile(`The path ${path} does not exist. Please provide a valid path.`);
}
