import { LEDGER_FILE } from '@memora/claims/internal';
import { transactionAs } from '../connect/transaction-as.ts';
import type { Acting } from './members.ts';

/**
 * Counts the visible notes whose current state is not published yet, at most a thousand per scope. Only notes that changed since a worker's last read are
 * checked.
 */
export async function countTeamNotesBehind({ source, principal, workspace }: Acting): Promise<number> {
  const [row] = await transactionAs(source, { role: 'ask', principal, workspace }, (db) =>
    db.query<{ behind: number }>(
      `SELECT count(*)::int AS behind FROM memora.scope s,
         LATERAL (SELECT path, hash, print FROM memora.head WHERE scope = s.id AND path <> $1
           AND (s.notes_at IS NULL OR changed >= s.notes_at) LIMIT 1000) AS h
         LEFT JOIN LATERAL (SELECT hash, type FROM memora.note WHERE scope = s.id AND path = h.path AND gone_at IS NULL LIMIT 1) AS n ON true
       WHERE s.id = ANY ((SELECT memora.visible_scopes())::int[])
         AND coalesce(h.print, h.hash) IS DISTINCT FROM n.hash AND n.type IS DISTINCT FROM 'derived'`,
      [LEDGER_FILE],
    ),
  );
  return row?.behind ?? 0;
}
