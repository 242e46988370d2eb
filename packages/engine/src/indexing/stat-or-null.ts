import { lstatSync, type Stats } from 'node:fs';

/** What a path is, links not followed; null for what is not there, or cannot be looked at. */
export function statOrNull(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
