import { LEDGER_FILE } from '@memora/claims/internal';
import { teamError } from '../connect/team-error.ts';
import type { GroupScope, ScopeKind } from '../team/scopes.ts';

const BAD = /(?:^|\/)(?:\.{1,2}|\.[^/]*)?(?:\/|$)|\\|^[a-z]:|[\u0000-\u001f\u007f]/iu;

/** The folders of a working copy that contain other scopes. */
const OF_SCOPES: readonly string[] = ['global', 'users'];

/**
 * True for a path inside another scope's folder of a working copy, or one that looks like it: the next pull and push would move it to that scope.
 * Spellings that a file system treats as equal count too: case, compatibility forms, and trailing dots and spaces.
 */
function namesAnotherScope(path: string): boolean {
  const [folder = '', ...rest] = path.split('/');
  let name = folder.normalize('NFKC').toLowerCase();
  while (name.endsWith('.') || name.endsWith(' ')) name = name.slice(0, -1);
  return name.startsWith('@') || (rest.length > 0 && OF_SCOPES.includes(name));
}

/** The same rule as SQL, for a CHECK constraint. */
export const OF_ITS_SCOPE: string = `(NOT starts_with(normalize(path, NFKC), '@')
  AND (strpos(path, '/') = 0 OR rtrim(lower(normalize(split_part(path, '/', 1), NFKC)), '. ') NOT IN (${OF_SCOPES.map((name) => `'${name}'`).join(', ')})))`;

/** Throws `NOTE_PATH_INVALID` for a path of another scope, one that could leave the folder or enter a hidden one, and one that is not a note's. */
export function checkNotePath(path: string): string {
  if (namesAnotherScope(path))
    throw teamError(
      'NOTE_PATH_INVALID',
      `${JSON.stringify(path.slice(0, 80))} would be a note of another scope`,
      'The folders `global` and `users`, and names with @ before them, are those of scopes: name another folder.',
    );
  if (path === LEDGER_FILE || (!BAD.test(path) && /\.(?:md|markdown)$/iu.test(path) && path.length <= 1024))
    return path;
  throw teamError(
    'NOTE_PATH_INVALID',
    `a note of the team has a path that is not allowed in a folder: ${JSON.stringify(path.slice(0, 80))}`,
    'Give it a path below the root, with slashes, without hidden folders, that ends with .md.',
  );
}

/** Returns the folder of a scope in a working copy: the root for the workspace, subfolders for the others. */
export function folderOfScope(kind: ScopeKind, principal: string): string {
  if (kind === 'workspace') return '';
  if (kind.startsWith('@')) return `${kind}/`;
  return kind === 'global' ? 'global/' : `users/${encodeURIComponent(principal)}/`;
}

/** Returns the scope and path of a working copy's file; null for another user's file. */
export function placeInScope(
  file: string,
  principal: string,
): { readonly kind: ScopeKind; readonly path: string } | null {
  for (const kind of ['global', 'user'] as const) {
    const folder = folderOfScope(kind, principal);
    if (file.startsWith(folder)) return { kind, path: file.slice(folder.length) };
  }
  if (file.startsWith('users/')) return null;
  const [, group, path] = /^(@[^/]+)\/(.+)$/su.exec(file) ?? [];
  if (group === undefined || path === undefined) return { kind: 'workspace', path: file };
  return { kind: group as GroupScope, path };
}
