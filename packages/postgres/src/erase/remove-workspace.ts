import type { ConnectionSource } from '../connect/connection.ts';
import { retryLocked, WITH_LOCK_LIMIT } from '../connect/retry-locked.ts';
import { teamError } from '../connect/team-error.ts';
import { inTransaction } from '../connect/transaction-as.ts';
import { ask, askOne } from '../queries/ask.ts';
import { ERASING } from '../schema/erasure-functions.ts';
import { SCOPED_TABLES } from '../schema/policies.ts';

/** A workspace as the database administrator sees it: counts, and no text. */
export interface WorkspaceSummary {
  readonly workspace: string;
  readonly members: number;
  readonly scopes: number;
  readonly notes: number;
}

const AS_OWNER = `${WITH_LOCK_LIMIT}; SET LOCAL statement_timeout = 0; SET LOCAL ROLE memora_owner`;

/** Lists the workspaces of a database by name. For the database administrator: members do not see other workspaces. */
export function listWorkspaces(source: ConnectionSource): Promise<WorkspaceSummary[]> {
  return inTransaction(source, AS_OWNER, (db) =>
    db.query<WorkspaceSummary>(
      `SELECT w.name AS workspace, (SELECT count(*) FROM memora.member m WHERE m.workspace = w.id)::int AS members,
         count(s.id)::int AS scopes, coalesce(sum((SELECT count(*) FROM memora.head h WHERE h.scope = s.id AND h.hash IS NOT NULL)), 0)::int AS notes
       FROM memora.workspace w LEFT JOIN memora.scope s ON s.workspace = w.id AND s.erased_at IS NULL GROUP BY w.id ORDER BY w.name`,
    ),
  );
}

/**
 * Removes a workspace with its scopes, notes, publications, members and audit. Returns the number of removed notes, or null if there is no such
 * workspace. Workers on its scopes are fenced off. For the database administrator. Throws `TEAM_SCOPE_UNKNOWN` for the scope that all workspaces
 * share, and `TEAM_LOCKED` if a lock was not available within minutes.
 */
export async function removeWorkspace(source: ConnectionSource, name: string): Promise<number | null> {
  if (name === '@global')
    throw teamError(
      'TEAM_SCOPE_UNKNOWN',
      '@global is what all workspaces of the database share, and stays',
      'Erase its notes one by one: memora team erase @global/NOTE.',
    );
  return retryLocked(() =>
    inTransaction(source, AS_OWNER, async (db) => {
      const row = await askOne(db, 'lockWorkspace', name);
      if (row === undefined) return null;
      const scopes = (await ask(db, 'fenceOff', row.id)).map(({ id }) => id);
      for (const id of scopes) await ask(db, 'lockOut', ERASING, id);
      const heads = await askOne(db, 'countHeads', scopes);
      const removeFrom = (table: string, column: string, ids: readonly number[]) =>
        db.rows(`DELETE FROM memora.${table} WHERE ${column} = ANY ($1)`, [ids]);
      for (const table of SCOPED_TABLES) await removeFrom(table, 'scope', scopes);
      // Members of the workspace that keeps @global may also have uploaded documents to it.
      for (const table of ['upload', 'scope', 'member', 'group_member', 'audit'])
        await removeFrom(table, 'workspace', [row.id]);
      // Its people no longer administer @global. The next `memora team init` decides who does.
      await ask(db, 'removeGlobalMembers', row.id);
      await ask(db, 'removeWorkspace', row.id);
      return heads?.count ?? 0;
    }),
  );
}
