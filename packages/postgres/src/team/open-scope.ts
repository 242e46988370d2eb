import type { Connection } from '../connect/connection.ts';
import { enter } from '../connect/transaction-as.ts';
import { callFunction } from '../queries/call-function.ts';
import type { Acting } from './members.ts';
import { readScopes, type ScopeKind, scopeOf, type TeamScope } from './scopes.ts';

/** Returns the scope of a kind for a writer, inside its transaction. A principal's own scope is created by its first write. */
export async function openScope(
  db: Connection,
  kind: ScopeKind,
  { source, principal, workspace }: Acting,
): Promise<TeamScope> {
  const scopes = await readScopes(db);
  const isThere = scopes.some((scope) => scope.kind === kind);
  if (isThere || kind !== 'user') return scopeOf(scopes, kind);
  await callFunction(db, 'make_own_scope');
  await enter(db, source, { role: 'write', principal, workspace });
  return scopeOf(await readScopes(db), kind);
}
