import { memoryError } from '../memory-error.ts';

/** A command that can't be carried out, with the documented message of the protocol: nothing was changed. */
export function refuseFile(
  message: string,
  hint = 'View the folder, and repeat the command with a path that exists.',
) {
  return memoryError('MEMORY_FILE_REFUSED', message, hint);
}

/** The protocol's error for a path to read or edit that does not exist. */
export function noSuchPath(path: string) {
  return refuseFile(`The path ${path} does not exist. Please provide a valid path.`);
}
