import type { Connection } from '../connect/connection.ts';
import { teamError } from '../connect/team-error.ts';
import { SCOPES } from '../stored/claim-statements.ts';
import type { AskingConnection } from '../stored/create-asking.ts';

/** A group's scope: the group's name after an @, `@payments`. */
export type GroupScope = `@${string}`;

/**
 * The owner of a note: everybody, the workspace, oneself, or a group of the workspace. A principal sees one scope of each kind, and one for each of its groups.
 */
export type ScopeKind = 'global' | 'workspace' | 'user' | GroupScope;

/** A name for a group with a scope. It becomes a folder of a working copy and a prefix of shown paths. */
const GROUP_NAME = /^(?!(?:me|global)$)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._-]{0,62}[\p{L}\p{M}\p{N}_-])?$/iu;

/** The syntax of a scope kind in a request. */
export const SCOPE_KIND: RegExp = /^(?:global|workspace|user|@[^/@:]{1,64})$/u;

/** Throws `TEAM_GROUP_INVALID` if a group with this name cannot have a scope. */
export function checkGroupName(name: string): string {
  if (GROUP_NAME.test(name) && name === name.normalize('NFC')) return name;
  throw teamError(
    'TEAM_GROUP_INVALID',
    'a group of that name cannot have a scope, because its notes are in a folder with that name',
    'Use letters, digits, dots, hyphens and underscores, at most 64, and not `me` or `global`. A group with another name can be a member all the same.',
  );
}

/** A scope as its members see it. */
export interface TeamScope {
  readonly id: number;
  readonly kind: ScopeKind;
  /** The principal of a user's scope, or the name of a group; empty for other scopes. */
  readonly owner: string;
  /** The epoch of its publication; 0 before the first. */
  readonly epoch: number;
  /** When it was last published, ISO 8601; null before the first publication. */
  readonly publishedAt: string | null;
  /** True if it has no notes and was never published, so that there is nothing to wait for. */
  readonly isEmpty?: boolean;
}

/** Reads the scopes that the principal of a transaction sees: their own first, then those of their groups, the workspace, and the global one. */
export async function readScopes(db: Connection): Promise<TeamScope[]> {
  return toScopes(await db.rows<ScopeRow>(SCOPES.sql));
}

/** Reads the same with the stored statement. */
export async function askScopes(db: AskingConnection): Promise<TeamScope[]> {
  return toScopes(await db.ask<ScopeRow>(SCOPES, []));
}

type ScopeRow = readonly [
  id: number,
  kind: ScopeKind,
  owner: string,
  epoch: number,
  publishedAt: string | null,
  isEmpty: boolean,
];

function toScopes(rows: readonly ScopeRow[]): TeamScope[] {
  if (rows.length === 0)
    throw teamError(
      'TEAM_NOT_A_MEMBER',
      'the principal is not a member of the workspace, or there is no such workspace',
      'Ask one of its administrators: memora team member add PRINCIPAL --role reader.',
    );
  return rows.map(([id, kind, owner, epoch, publishedAt, isEmpty]) => ({
    id,
    kind,
    owner,
    epoch,
    publishedAt,
    isEmpty,
  }));
}

/** Returns the visible scope of a kind. */
export function scopeOf<Scope extends { readonly kind: ScopeKind }>(
  scopes: readonly Scope[],
  kind: ScopeKind,
): Scope {
  const found = scopes.find((scope) => scope.kind === kind);
  if (found !== undefined) return found;
  throw teamError(
    'TEAM_SCOPE_UNKNOWN',
    `there is no ${kind} scope for this principal`,
    kind === 'user'
      ? 'Make one: memora team scope add PRINCIPAL.'
      : kind.startsWith('@')
        ? 'Ask an administrator whether there is such a group, and whether you are in it.'
        : 'Run `memora team init`.',
  );
}

/** Returns a path as shown to somebody with several scopes: `@global/…`, `@me/…`, `@payments/…` for a group, or no prefix in the workspace. */
export function shownPath(kind: ScopeKind, path: string): string {
  if (kind === 'workspace') return path;
  return `${kind === 'global' ? '@global' : kind === 'user' ? '@me' : kind}/${path}`;
}

const NAMED: Readonly<Record<string, ScopeKind>> = { '@global': 'global', '@me': 'user' };

/** Splits a shown path into its scope and the path in it. */
export function readShownPath(shown: string): { readonly kind: ScopeKind; readonly path: string } {
  const [, name, path] = /^(@[^/]+)\/(.+)$/su.exec(shown) ?? [];
  if (name === undefined || path === undefined) return { kind: 'workspace', path: shown };
  return { kind: Object.hasOwn(NAMED, name) ? (NAMED[name] as ScopeKind) : (name as GroupScope), path };
}
