import { existsSync, readdirSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { usageError } from './read-option.ts';
import { toPath } from './resolve-vault.ts';

/** One thing to read. */
export interface Source {
  /** A path, an address, or `-` for stdin. */
  readonly source: string;
  /** The name that the user knows. */
  readonly name: string;
  /** True if a folder or a pattern named it, and not the user. */
  readonly isListed: boolean;
}

/**
 * The sources of the arguments: files, addresses, `-`, every file of a folder, and the matches of a pattern such as `docs/**\/*.pdf` that the shell did not
 * expand. Hidden files and links out of a folder are skipped. Throws `USAGE` for a missing file.
 */
export function expandSources(args: readonly string[], cwd: string): Source[] {
  return args.flatMap((arg): Source[] => {
    if (arg === '-' || /^https?:\/\//i.test(arg)) return [{ source: arg, name: arg, isListed: false }];
    const path = toPath(arg, cwd);
    if (existsSync(path))
      return statSync(path).isDirectory()
        ? listFiles(path, cwd, () => true)
        : [{ source: path, name: arg, isListed: false }];
    const fixed = /[*?]/.test(arg) ? arg.slice(0, arg.search(/[^/\\]*[*?]/)) : null;
    const folder = fixed === null ? null : toPath(fixed === '' ? '.' : fixed, cwd);
    const found = folder === null || !existsSync(folder) ? [] : listFiles(folder, cwd, toMatcher(path));
    if (found.length === 0)
      throw usageError(
        `cannot read ${arg}: there is no such file`,
        'Name a file, a folder, an address, or - for stdin.',
      );
    return found;
  });
}

/** Deeper folders are loops of some file system. */
const DEEPEST = 64;

function listFiles(folder: string, cwd: string, isWanted: (path: string) => boolean, depth = 0): Source[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry): Source[] => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) return [];
    if (entry.isDirectory()) return depth < DEEPEST ? listFiles(path, cwd, isWanted, depth + 1) : [];
    if (!entry.isFile() || !isWanted(path)) return [];
    const name = relative(cwd, path);
    return [{ source: path, name: name.startsWith('..') || isAbsolute(name) ? path : name, isListed: true }];
  });
}

/** `*` and `?` match anything in a name, `**` any folders. */
function toMatcher(pattern: string): (path: string) => boolean {
  const source = pattern
    .split(sep)
    .join('/')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*\*|\*|\?/g, (sign) =>
      sign === '**/' ? '(?:[^/]+/)*' : sign === '**' ? '.*' : sign === '*' ? '[^/]*' : '[^/]',
    );
  const matcher = new RegExp(`^${source}$`, 'u');
  return (path) => matcher.test(path.split(sep).join('/'));
}
