import { join } from 'node:path';
import { type Place, placeIn } from '@memora/privacy/files';

const PREFIX = 'scope-';

/** Returns where a worker keeps the notes of a scope. */
export function scopeFolder(folder: string, scope: number): string {
  return join(folder, `${PREFIX}${scope}`);
}

/** Reads the number of a scope from the name of its folder; null if it is something else. */
export function scopeOfFolder(name: string): number | null {
  const id = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : Number.NaN;
  return Number.isInteger(id) ? id : null;
}

/** Returns the file that lists the notes of a scope's folder with their hashes. It is written after the notes. */
export function noteListOf(root: string): Place {
  return placeIn(root, '.memora', 'notes.json');
}
