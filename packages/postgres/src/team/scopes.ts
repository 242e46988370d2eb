import type { Connection } from '../connect/connection.ts';
import { teamError } from '../connect/team-error.ts';
import { SCOPES } from '../stored/claim-statements.ts';
import type { AskingConnection } from '../stored/create-asking.ts';

/** Whose memory a note is. */
export type ScopeKind = 'global' | 'workspace' | 'user';

/** A scope as its members see it. */
export interface TeamScope {
  readonly id: number;
  readonly kind: ScopeKind;
  /** The principal of a user's scope; empty for the others. */
  readonly owner: string;
  /** The epoch of its publication; 0 before the first one. */
  readonly epoch: number;
  /** When it was published last, ISO 8601; null before. */
  readonly publishedAt: string | null;
  /** True where it has no notes, and was never published: there is nothing to wait for. */
  readonly isEmpty?: boolean;
}

/** The scopes that the principal of a transaction sees: its own first, then the workspace, then the global one. */
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
    kind === 'user' ? 'Make one: memora team scope add PRINCIPAL.' : 'Run `memora team init`.',
  );
}

/** A path as it is shown to whoever sees several scopes: `@global/…`, `@me/…`, and as it is in the workspace. */
export function shownPath(kind: ScopeKind, path: string): string {
  return kind === 'workspace' ? path : `${kind === 'global' ? '@global' : '@me'}/${path}`;
}

/** The scope and the path in it of a path as it is shown. */
export function readShownPath(shown: string): { readonly kind: ScopeKind; readonly path: string } {
  const found = /^@(global|me)\/(.+)$/su.exec(shown);
  if (found === null) return { kind: 'workspace', path: shown };
  return { kind: found[1] === 'global' ? 'global' : 'user', path: found[2] as string };
}
