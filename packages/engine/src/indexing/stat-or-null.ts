import { lstatSync, type Stats } from 'node:fs';

/** Returns the stats of a path without following links; null if it does not exist or can't be read. */
export function statOrNull(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
