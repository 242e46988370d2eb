import type { ConnectionSource } from '../connect/connection.ts';
import { retryLocked, WITH_LOCK_LIMIT } from '../connect/retry-locked.ts';
import { teamError } from '../connect/team-error.ts';
import { inTransaction } from '../connect/transaction-as.ts';
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
      const [row] = await db.rows<[number]>('SELECT id FROM memora.workspace WHERE name = $1 FOR UPDATE', [
        name,
      ]);
      if (row === undefined) return null;
      const scopes = (
        await db.rows<[number]>(
          'UPDATE memora.scope SET fence = fence + 1, holder = NULL, leased_until = NULL WHERE workspace = $1 RETURNING id',
          [row[0]],
        )
      ).map(([id]) => id);
      for (const id of scopes) await db.rows('SELECT pg_advisory_xact_lock($1, $2)', [ERASING, id]);
      const [[notes]] = (await db.rows<[number]>(
        'SELECT count(*)::int FROM memora.head WHERE scope = ANY ($1) AND hash IS NOT NULL',
        [scopes],
      )) as [[number]];
      for (const table of SCOPED_TABLES)
        await db.rows(`DELETE FROM memora.${table} WHERE scope = ANY ($1)`, [scopes]);
      // Members of the workspace that keeps @global may also have uploaded documents to it.
      for (const table of ['upload', 'scope', 'member', 'group_member', 'audit'])
        await db.rows(`DELETE FROM memora.${table} WHERE workspace = $1`, [row[0]]);
      // Its people no longer administer @global. The next `memora team init` decides who does.
      await db.rows(
        'DELETE FROM memora.member WHERE workspace = 0 AND EXISTS (SELECT 1 FROM memora.workspace WHERE id = $1 AND keeps_global)',
        [row[0]],
      );
      await db.rows('DELETE FROM memora.workspace WHERE id = $1', [row[0]]);
      return notes;
    }),
  );
}
