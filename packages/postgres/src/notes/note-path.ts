import { LEDGER_FILE } from '@memora/claims/internal';
import { teamError } from '../connect/team-error.ts';
import type { GroupScope, ScopeKind } from '../team/scopes.ts';

const BAD = /(?:^|\/)(?:\.{1,2}|\.[^/]*)?(?:\/|$)|\\|^[a-z]:|[\u0000-\u001f\u007f]/iu;

/** The folders of a working copy that hold other scopes. */
const OF_SCOPES: readonly string[] = ['global', 'users'];

/**
 * True for a path that would stand in another scope's folder of a working copy, or look like a path of another scope: in whichever scope it is,
 * the next pull and push would carry it there. Spellings that a file system takes for the same name count: case, compatibility, and dots and
 * spaces at the end.
 */
function namesAnotherScope(path: string): boolean {
  const [folder = '', ...rest] = path.split('/');
  let name = folder.normalize('NFKC').toLowerCase();
  while (name.endsWith('.') || name.endsWith(' ')) name = name.slice(0, -1);
  return name.startsWith('@') || (rest.length > 0 && OF_SCOPES.includes(name));
}

/** The same in the database, for its CHECK. */
export const OF_ITS_SCOPE: string = `(NOT starts_with(normalize(path, NFKC), '@')
  AND (strpos(path, '/') = 0 OR rtrim(lower(normalize(split_part(path, '/', 1), NFKC)), '. ') NOT IN (${OF_SCOPES.map((name) => `'${name}'`).join(', ')})))`;

/** Throws `NOTE_PATH_INVALID` for a path of another scope, and for a path that could lead out of a folder, into a hidden one, or that is no note. */
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

/** Where the notes of a scope stand in a working copy: the workspace in its root, the others in folders. */
export function folderOfScope(kind: ScopeKind, principal: string): string {
  if (kind === 'workspace') return '';
  if (kind.startsWith('@')) return `${kind}/`;
  return kind === 'global' ? 'global/' : `users/${encodeURIComponent(principal)}/`;
}

/** The scope of a file of a working copy, and its path there; null for a file of another user. */
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
