import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Obsidian's settings are a few lines; what is larger is something else. */
const MOST_BYTES = 1024 * 1024;

/** What a person excluded in Obsidian (Settings, Files and links, Excluded files). */
export interface ObsidianExclusions {
  /** Beginnings of paths, in lower case. */
  readonly paths: readonly string[];
  /** Patterns between slashes. They are not run: a vault may be somebody else's, and a pattern can take for ever. */
  readonly patterns: readonly string[];
}

const NONE: ObsidianExclusions = { paths: [], patterns: [] };

/** Reads what Obsidian excludes in a vault. Nothing, where it has no settings there or they can't be read. */
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
