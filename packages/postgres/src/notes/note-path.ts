import { LEDGER_FILE } from '@memora/claims/internal';
import { teamError } from '../connect/team-error.ts';
import type { ScopeKind } from '../team/scopes.ts';

const BAD = /(?:^|\/)(?:\.{1,2}|\.[^/]*)?(?:\/|$)|\\|^[a-z]:|[\u0000-\u001f\u007f]/iu;

/** Throws `NOTE_PATH_INVALID` for a path that could lead out of a folder, into a hidden one, or that is no note. */
export function checkNotePath(path: string): string {
  if (path === LEDGER_FILE || (!BAD.test(path) && /\.(?:md|markdown)$/iu.test(path) && path.length <= 1024))
    return path;
  throw teamError(
    'NOTE_PATH_INVALID',
    `a note of the team has a path that no folder may hold: ${JSON.stringify(path.slice(0, 80))}`,
    'Give it a path below the root, with slashes, without hidden folders, that ends with .md.',
  );
}

/** Where the notes of a scope stand in a working copy: the workspace in its root, the others in folders. */
export function folderOfScope(kind: ScopeKind, principal: string): string {
  if (kind === 'workspace') return '';
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
  return file.startsWith('users/') ? null : { kind: 'workspace', path: file };
}
