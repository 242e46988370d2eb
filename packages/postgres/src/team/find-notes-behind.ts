import { LEDGER_FILE } from '@memora/claims/internal';
import { transactionAs } from '../connect/transaction-as.ts';
import { PAGE_PATH } from '../notes/page-path.ts';
import { shownKind } from '../stored/shown-kind.ts';
import type { Acting } from './members.ts';
import { readShownPath } from './scopes.ts';

/** Returns, of these shown paths, the notes whose current bytes are not published yet. */
export async function findTeamNotesBehind(paths: Iterable<string>, acting: Acting): Promise<string[]> {
  const shown = [...new Set(paths)];
  if (shown.length === 0) return [];
  const asked = shown.map(readShownPath);
  const rows: [number][] = await transactionAs(acting.source, { role: 'ask', ...acting }, (db) =>
    db.rows(
      `SELECT w.i::int FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS w (kind, path, i),
         LATERAL (SELECT id, notes_at FROM memora.scope WHERE id = ANY ((SELECT memora.visible_scopes())::int[]) AND ${shownKind('scope')} = w.kind ORDER BY id LIMIT 1) AS s
         LEFT JOIN LATERAL (SELECT hash, print, changed FROM memora.head WHERE scope = s.id AND path = w.path LIMIT 1) AS h ON true
         LEFT JOIN LATERAL (SELECT hash, type FROM memora.note WHERE scope = s.id AND path = w.path AND gone_at IS NULL LIMIT 1) AS n ON true
       WHERE CASE WHEN w.path = $3 THEN coalesce(h.changed >= s.notes_at, h.changed IS NOT NULL)
         WHEN n.hash IS NULL AND w.path ~ $4 AND h.changed < s.notes_at THEN false
         ELSE coalesce(h.print, h.hash) IS DISTINCT FROM n.hash AND n.type IS DISTINCT FROM 'derived' END ORDER BY w.i`,
      // Ledgers and pages are not published notes; they are up to date once a round has read them.
      [asked.map(({ kind }) => kind), asked.map(({ path }) => path), LEDGER_FILE, PAGE_PATH],
    ),
  );
  return rows.map(([i]) => shown[i - 1] as string);
}
