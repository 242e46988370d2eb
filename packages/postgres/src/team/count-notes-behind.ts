import { LEDGER_FILE } from '@memora/claims/internal';
import { transactionAs } from '../connect/transaction-as.ts';
import { shownKind } from '../stored/shown-kind.ts';
import type { Acting } from './members.ts';

/**
 * Counts the visible notes whose current state is not published yet, at most a thousand for each scope, by scope. An erased note counts as long as it is published.
 * Only notes that changed since a worker's last read are checked. A scope without such notes is left out.
 */
export async function countNotesBehindByScope({
  source,
  principal,
  workspace,
}: Acting): Promise<ReadonlyMap<string, number>> {
  const rows = await transactionAs(source, { role: 'ask', principal, workspace }, (db) =>
    db.rows<[string, number]>(
      `SELECT ${shownKind('s')}, count(*)::int FROM memora.scope s,
         -- A database that was restored into another server counts transactions anew: all is to be read again.
         LATERAL (SELECT s.notes_at IS NULL OR s.notes_at > pg_snapshot_xmax(pg_current_snapshot()) AS all_notes) AS unread,
         -- One bound, so that an index of changes is read from there.
         LATERAL (SELECT CASE WHEN unread.all_notes THEN '0' ELSE s.notes_at END AS at) AS first,
         LATERAL (
           SELECT FROM (SELECT path, hash, print FROM memora.head WHERE scope = s.id AND changed >= first.at OFFSET 0) AS h
           LEFT JOIN LATERAL (SELECT hash, type FROM memora.note WHERE scope = s.id AND path = h.path AND gone_at IS NULL LIMIT 1) AS n ON true
           WHERE h.path <> $1
           AND coalesce(h.print, h.hash) IS DISTINCT FROM n.hash AND n.type IS DISTINCT FROM 'derived'
           UNION ALL
           -- An erased note has no head. Each erasure adds to the ledger first.
           SELECT FROM (SELECT WHERE unread.all_notes
             OR EXISTS (SELECT FROM memora.head WHERE scope = s.id AND path = $1 AND changed >= s.notes_at)) AS since
           JOIN memora.note n ON n.scope = s.id AND n.gone_at IS NULL AND n.type IS DISTINCT FROM 'derived'
           WHERE NOT EXISTS (SELECT FROM memora.head h WHERE h.scope = s.id AND h.path = n.path)
           LIMIT 1000) AS late
       WHERE s.id = ANY ((SELECT memora.visible_scopes())::int[]) GROUP BY 1`,
      [LEDGER_FILE],
    ),
  );
  return new Map(rows);
}

/** Counts the visible notes whose current state is not published yet, at most a thousand for each scope. */
export async function countTeamNotesBehind(acting: Acting): Promise<number> {
  return [...(await countNotesBehindByScope(acting)).values()].reduce((sum, each) => sum + each, 0);
}
