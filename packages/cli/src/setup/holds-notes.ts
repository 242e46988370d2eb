import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Maximum number of folders that are inspected, because a home folder has many. */
const LOOKED_AT = 20;

/** True for a folder with Markdown in it or in a subfolder. The search is shallow and must be fast. */
export function holdsNotes(folder: string): boolean {
  const entries = list(folder);
  if (entries.some(isNote)) return true;
  const below = entries.filter((entry) => entry.isDirectory() && !isLeftOut(entry.name));
  return below.length <= LOOKED_AT && below.some(({ name }) => list(join(folder, name)).some(isNote));
}

function isNote(entry: Dirent): boolean {
  return entry.isFile() && entry.name.toLowerCase().endsWith('.md');
}

function isLeftOut(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

function list(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
