import ignore from 'ignore';
import { isGeneratedPath, isNoteName, isSkippedFolder, isSyncDebris } from './is-ignored-name.ts';
import type { ObsidianExclusions } from './obsidian-exclusions.ts';

/** Why a path is not a note of the vault. */
export type SkipReason =
  | 'generated'
  | 'excluded'
  | 'hidden'
  | 'sync-debris'
  | 'not-markdown'
  | 'symlink'
  | 'special-file';

/** Decides by name alone which paths are notes. Scan, watch and capture use the same filter. */
export interface NoteFilter {
  /** `null` for a note. `path` is vault-relative with `/`. */
  readonly skipsFile: (path: string) => SkipReason | null;
  readonly skipsFolder: (path: string) => SkipReason | null;
  /** What the user excluded in Obsidian, read when the vault was opened. */
  readonly obsidian: ObsidianExclusions;
}

/** `exclude` holds patterns as in a `.gitignore` at the root of the vault; `obsidian` holds what the user excluded in Obsidian. */
export function createNoteFilter(
  exclude: readonly string[] = [],
  obsidian: ObsidianExclusions = { paths: [], patterns: [] },
): NoteFilter {
  const matcher = exclude.length === 0 ? null : ignore({ allowRelativePaths: true }).add([...exclude]);

  function skipsName(path: string): SkipReason | null {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (isSyncDebris(name)) return 'sync-debris';
    if (!isNoteName(name)) return 'not-markdown';
    if (name.startsWith('.')) return 'hidden';
    if (isGeneratedPath(path)) return 'generated';
    return null;
  }

  const isExcluded = (path: string) => {
    if (matcher?.ignores(path)) return true;
    const lower = path.toLowerCase();
    return obsidian.paths.some((excluded) => lower.startsWith(excluded));
  };

  return {
    obsidian,
    skipsFile: (path) => skipsName(path) ?? (isExcluded(path) ? 'excluded' : null),
    skipsFolder: (path) => {
      if (isSkippedFolder(path.slice(path.lastIndexOf('/') + 1))) return 'hidden';
      return isExcluded(`${path}/`) ? 'excluded' : null;
    },
  };
}
