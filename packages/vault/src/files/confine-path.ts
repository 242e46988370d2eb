import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { systemCode, vaultError } from '../vault-error.ts';

const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

/**
 * Checks the text of a vault-relative path and returns it with `/`; its Unicode form stays as spelled. Refuses absolute paths, drive letters, `..`, `.`, empty
 * parts, NUL and control characters (`PATH_OUTSIDE_VAULT`), and, if `forWriting` is set, names that Windows reserves or can't hold (`PATH_RESERVED`).
 */
export function checkRelativePath(path: string, forWriting = false): string {
  const portable = path.replaceAll('\\', forWriting ? '/' : '\\');
  const outside =
    portable === '' ||
    portable.startsWith('/') ||
    /^[a-z]:/i.test(portable) ||
    portable.includes('\0') ||
    portable.split('/').some((part) => part === '' || part === '.' || part === '..');
  if (outside) {
    throw vaultError('PATH_OUTSIDE_VAULT', 'The path does not name a note inside the vault.', {
      hint: 'Give a path relative to the vault, such as projects/plan.md.',
    });
  }
  if (forWriting) checkPortable(portable);
  return portable;
}

function checkPortable(path: string): void {
  for (const part of path.split('/')) {
    const bad = RESERVED.test(part) || /[<>:"|?*\x00-\x1f\x7f]/.test(part) || /[. ]$/.test(part);
    if (bad || part.startsWith('.') || Buffer.byteLength(part) > 240) {
      throw vaultError('PATH_RESERVED', 'Part of the path is not a valid file name on every system.', {
        hint: 'Avoid < > : " | ? *, names such as CON or NUL, a leading dot, and a dot or space at the end.',
      });
    }
  }
}

/**
 * The real path of a note in the vault. Throws `PATH_OUTSIDE_VAULT` if a folder on the way is a symbolic link, so no link can lead out of the vault. If a
 * folder does not exist yet, the existing part of the path is checked.
 */
export function confinePath(root: string, path: string): string {
  const full = join(root, ...path.split('/'));
  const folder = dirname(full);
  const real = realpathOfExisting(folder, root);
  if (real !== null && real.found !== real.asked) {
    const link = findLink(root, real.asked);
    throw vaultError('PATH_OUTSIDE_VAULT', `The folder ${link} of the vault is a symbolic link.`, {
      hint: 'Symbolic links are not followed inside a vault. Put a folder there, or name another one.',
    });
  }
  return full;
}

/** The first folder below the root that is a link, as a vault path; the whole path if none is a link any more. */
function findLink(root: string, folder: string): string {
  const way = relative(root, folder).split(sep);
  const depth = way.findIndex((_, i) => isLink(join(root, ...way.slice(0, i + 1))));
  return (depth < 0 ? way : way.slice(0, depth + 1)).join('/');
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function realpathOfExisting(folder: string, root: string): { asked: string; found: string } | null {
  let asked = folder;
  while (asked === root || asked.startsWith(root.endsWith(sep) ? root : root + sep)) {
    try {
      return { asked, found: realpathSync.native(asked) };
    } catch (error) {
      const code = systemCode(error);
      if (code === 'ENOTDIR') return null;
      if (code !== 'ENOENT')
        throw vaultError('NOTE_UNREADABLE', 'A folder of the path cannot be read.', { cause: error });
      if (asked === root) return null;
      asked = dirname(asked);
    }
  }
  return null;
}
