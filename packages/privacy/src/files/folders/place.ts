import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { fileRefused, systemCodeOf } from '../file-refused.ts';

/**
 * A path that Memora may act on: a folder that the user chose, and a name below it. Each part of the name is checked before any action, and none may be a link;
 * the folder itself is the user's choice.
 */
export interface Place {
  /** Absolute, real path. */
  readonly base: string;
  /** Parts below the base, none of them empty, `.` or `..`. */
  readonly parts: readonly string[];
}

const ABSENT = new Set(['ENOENT', 'ENOTDIR']);

/** A place below a folder whose path is already real. Throws `FILE_REFUSED` for a name that leads elsewhere. */
export function placeIn(base: string, ...names: readonly string[]): Place {
  const parts = names.flatMap((name) => name.split('/'));
  for (const part of parts) {
    if (part === '' || part === '.' || part === '..' || part.includes('\0') || /[/\\]/.test(part)) {
      throw fileRefused(
        JSON.stringify(names.join('/')),
        'is not a name inside its folder',
        'Give a plain name.',
      );
    }
  }
  return { base, parts };
}

/**
 * The place of a path that the user typed: links among its folders are the user's own, but the last part is never followed. A `.memora` on the way, and
 * everything below it, may have come with a vault, so links there are not the user's own.
 */
export function placeAt(typed: string): Place {
  const path = resolve(typed);
  const missing: string[] = [];
  let folder = path;
  const own = path.split(sep).indexOf('.memora');
  do {
    missing.unshift(basename(folder));
    folder = dirname(folder);
  } while (own > 0 && folder.split(sep).length > own);
  for (;;) {
    try {
      return { base: realpathSync.native(folder), parts: missing.filter((part) => part !== '') };
    } catch (error) {
      if (!ABSENT.has(systemCodeOf(error)) || dirname(folder) === folder) throw error;
      missing.unshift(basename(folder));
      folder = dirname(folder);
    }
  }
}

/** A place as a path. */
export function pathOf({ base, parts }: Place): string {
  return join(base, ...parts);
}

/** The folder of a place. */
export function folderOf({ base, parts }: Place): Place {
  return { base, parts: parts.slice(0, -1) };
}

/** The last part of a place: the file name. */
export function nameOf({ parts }: Place): string {
  return parts.at(-1) ?? '.';
}

/** A place in the same folder. */
export function besides({ base, parts }: Place, name: string): Place {
  return placeIn(base, ...parts.slice(0, -1), name);
}
