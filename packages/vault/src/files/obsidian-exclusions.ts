import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Obsidian's settings are a few lines; a larger file is something else. */
const MOST_BYTES = 1024 * 1024;

/** What the user excluded in Obsidian (Settings, Files and links, Excluded files). */
export interface ObsidianExclusions {
  /** Path prefixes in lower case. */
  readonly paths: readonly string[];
  /** Patterns between slashes. They are not run: the vault may come from somebody else, and a pattern can run forever. */
  readonly patterns: readonly string[];
}

const NONE: ObsidianExclusions = { paths: [], patterns: [] };

/** Reads what Obsidian excludes in a vault. Empty if there are no settings or they can't be read. */
export function readObsidianExclusions(root: string): ObsidianExclusions {
  const file = join(root, '.obsidian', 'app.json');
  try {
    const entry = lstatSync(file, { throwIfNoEntry: false });
    if (entry?.isFile() !== true || entry.size > MOST_BYTES) return NONE;
    const { userIgnoreFilters } = JSON.parse(readFileSync(file, 'utf8')) as { userIgnoreFilters?: unknown };
    const filters = (Array.isArray(userIgnoreFilters) ? userIgnoreFilters : []).filter(
      (each): each is string => typeof each === 'string' && each !== '',
    );
    const isPattern = (filter: string) => filter.length > 2 && filter.startsWith('/') && filter.endsWith('/');
    return {
      paths: filters.filter((each) => !isPattern(each)).map((each) => each.toLowerCase()),
      patterns: filters.filter(isPattern),
    };
  } catch {
    return NONE;
  }
}
