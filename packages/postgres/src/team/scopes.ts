import type { Connection } from '../connect/connection.ts';
import { teamError } from '../connect/team-error.ts';
import { SCOPES } from '../stored/claim-statements.ts';
import type { AskingConnection } from '../stored/create-asking.ts';

/** The scope of a group, by its name with an @ before it: `@payments`. */
export type GroupScope = `@${string}`;

/** Whose memory a note is: everybody's, the workspace's, one's own, or that of a group inside the workspace. A principal sees one of each, and one for each of its groups. */
export type ScopeKind = 'global' | 'workspace' | 'user' | GroupScope;

/** A name of a group that may have a scope: it is a folder of a working copy, and the beginning of shown paths. */
const GROUP_NAME = /^(?!(?:me|global)$)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._-]{0,62}[\p{L}\p{M}\p{N}_-])?$/iu;

/** A kind as whoever sends one writes it. */
export const SCOPE_KIND: RegExp = /^(?:global|workspace|user|@[^/@:]{1,64})$/u;

/** Throws `TEAM_GROUP_INVALID` for a name that no group with a scope can have. */
export function checkGroupName(name: string): string {
  if (GROUP_NAME.test(name) && name === name.normalize('NFC')) return name;
  throw teamError(
    'TEAM_GROUP_INVALID',
    'a group of that name can have no scope: its notes stand in a folder that is named after it',
    'Use letters, digits, dots, hyphens and underscores, at most 64, and not `me` or `global`. A group with another name can be a member all the same.',
  );
}

/** A scope as its members see it. */
export interface TeamScope {
  readonly id: number;
  readonly kind: ScopeKind;
  /** The principal of a user's scope, and the name of a group; empty for the others. */
  readonly owner: string;
  /** The epoch of its publication; 0 before the first one. */
  readonly epoch: number;
  /** When it was published last, ISO 8601; null before. */
  readonly publishedAt: string | null;
  /** True where it has no notes, and was never published: there is nothing to wait for. */
  readonly isEmpty?: boolean;
}

/** The scopes that the principal of a transaction sees: its own first, then those of its groups, the workspace, and the global one. */
export async function readScopes(db: Connection): Promise<TeamScope[]> {
  return toScopes(await db.rows<ScopeRow>(SCOPES.sql));
}

/** The same by the stored statement. */
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
      'the principal is no member of the workspace, or there is no such workspace',
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

/** The scope of a kind among those that are visible. */
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

/** A path as it is shown to whoever sees several scopes: `@global/…`, `@me/…`, `@payments/…` of a group, and as it is in the workspace. */
export function shownPath(kind: ScopeKind, path: string): string {
  if (kind === 'workspace') return path;
  return `${kind === 'global' ? '@global' : kind === 'user' ? '@me' : kind}/${path}`;
}

const NAMED: Readonly<Record<string, ScopeKind>> = { '@global': 'global', '@me': 'user' };

/** The scope and the path in it of a path as it is shown. */
export function readShownPath(shown: string): { readonly kind: ScopeKind; readonly path: string } {
  const [, name, path] = /^(@[^/]+)\/(.+)$/su.exec(shown) ?? [];
  if (name === undefined || path === undefined) return { kind: 'workspace', path: shown };
  return { kind: Object.hasOwn(NAMED, name) ? (NAMED[name] as ScopeKind) : (name as GroupScope), path };
}
