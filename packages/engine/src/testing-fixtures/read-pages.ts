import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

const PAGE = /(?:^|\/)(?:_atlas|_index|world_map)\.md$/u;

/** Every generated page of a vault with its text, by path. */
export async function readPages(root: string): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const path of await listFiles(root)) {
    if (PAGE.test(path)) pages.set(path, await readFile(join(root, path), 'utf8'));
  }
  return pages;
}

/**
 * Every file of a vault except `.memora/` and the database, with the properties that a rewrite would change.
 */
export async function snapshot(root: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const path of await listFiles(root)) {
    if (/(?:^|\/)memora\.db/u.test(path)) continue;
    const { mtimeMs, ino } = await stat(join(root, path));
    files.set(path, `${ino} ${mtimeMs} ${(await readFile(join(root, path))).toString('base64')}`);
  }
  return files;
}

/** The targets of the wikilinks in a text. */
export function wikilinks(text: string): string[] {
  return [...text.matchAll(/\[\[([^\]|\\]+)/gu)].map((match) => match[1] as string);
}

async function listFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
