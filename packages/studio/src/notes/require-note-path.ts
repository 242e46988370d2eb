import type { Vault } from '@memora/vault';
import { StudioError } from '../studio-error.ts';

/** Returns the path if it names a note of the vault. Throws `NOTE_NOT_FOUND` for any other file, including hidden and excluded ones. */
export function requireNotePath({ filter }: Pick<Vault, 'filter'>, path: unknown): string {
  const isNote =
    typeof path === 'string' &&
    !path.split('/').some((part) => part === '' || part === '.' || part === '..') &&
    foldersOf(path).every((folder) => filter.skipsFolder(folder) === null) &&
    [null, 'generated'].includes(filter.skipsFile(path));
  if (isNote) return path;
  throw new StudioError('there is no such note', {
    code: 'NOTE_NOT_FOUND',
    hint: 'Look for it among the notes.',
  });
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}
