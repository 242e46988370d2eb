import { teamError } from '../connect/team-error.ts';
import { callFunction } from '../queries/call-function.ts';
import { auditWithin } from '../team/audit.ts';
import { type Acting, administer } from '../team/members.ts';

/**
 * Removes the scope of a principal or a group with all its notes. The principal keeps their membership, and their name on notes they wrote for others.
 * Returns the number of removed notes, or null if there is no scope. For administrators. Throws `TEAM_SCOPE_OPEN` if it contains notes and was not
 * closed.
 */
export function removeUserScope(acting: Acting, owner: string, isGroup = false): Promise<number | null> {
  return administer(acting, async (db) => {
    const notes = await callFunction(db, 'remove_scope', owner, isGroup, false);
    if (notes === -1)
      throw teamError(
        'TEAM_SCOPE_OPEN',
        `the scope of ${JSON.stringify(owner)} contains notes and is still open`,
        `Close it with \`memora team scope close ${owner}${isGroup ? ' --group' : ''}\`, and export it if somebody needs its notes.`,
      );
    await auditWithin(db, [{ act: 'scope remove', detail: { outcome: 'ok', notes: notes ?? 0 } }]);
    return notes;
  });
}
