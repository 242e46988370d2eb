import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** What generated files may not hold: citations of claims, and words. */
export interface Unwanted {
  readonly claimIds: ReadonlySet<string>;
  /** In lower case. */
  readonly words: ReadonlySet<string>;
}

const PAGES = new Set(['world_map.md', '_atlas.md', '_index.md']);
const WORD = /[\p{L}\p{N}\p{M}]{4,}/gu;
const ID = /[0-9a-z]{16}/gu;

/**
 * Takes out of generated pages the lines that cite or name what is unwanted, and removes run files of `.memora/` that do: the
 * next consolidation and challenge write them anew. Returns the paths of the files that it changed, or with `dryRun` would.
 */
export async function cleanGenerated(
  vaultRoot: string,
  unwanted: Unwanted,
  dryRun = false,
): Promise<string[]> {
  const changed: string[] = [];
  for (const path of await findGenerated(vaultRoot)) {
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text === null) continue;
    const lines = text.split(/(?<=\n)/u);
    const kept = lines.filter((line) => !holdsUnwanted(line, unwanted));
    if (kept.length === lines.length) continue;
    changed.push(relative(vaultRoot, path));
    if (dryRun) continue;
    // A file of data is no longer one without some of its lines.
    if (path.endsWith('.json')) await rm(path, { force: true });
    else await replaceFile(path, kept.join(''));
  }
  return changed.sort();
}

/** Pages of any folder, and what runs leave in `.memora/`. Links are not followed. */
export async function findGenerated(vaultRoot: string): Promise<string[]> {
  const found: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !entry.name.startsWith('.')) await visit(path);
      else if (entry.isFile() && PAGES.has(entry.name)) found.push(path);
    }
  };
  await visit(vaultRoot);
  // The challenger keeps its earlier reports in a folder of their own.
  for (const folder of [join(vaultRoot, '.memora'), join(vaultRoot, '.memora', 'challenger')]) {
    const runs = await readdir(folder).catch(() => []);
    found.push(...runs.filter((name) => name.endsWith('.json')).map((name) => join(folder, name)));
  }
  return found;
}

/** True where a text cites a claim, or says a word, that is unwanted. */
export function holdsUnwanted(line: string, { claimIds, words }: Unwanted): boolean {
  const folded = line.normalize('NFC').toLowerCase();
  for (const [id] of folded.matchAll(ID)) if (claimIds.has(id)) return true;
  for (const [word] of folded.matchAll(WORD)) if (words.has(word)) return true;
  return false;
}

async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.partial`;
  await writeFile(draft, text, { mode: (await stat(path)).mode });
  await rename(draft, path);
}
