import { transactionAs } from '../connect/transaction-as.ts';
import type { Acting } from './members.ts';
import { readScopes, type ScopeKind } from './scopes.ts';

/** How a scope stands. */
export interface ScopeStatus {
  readonly kind: ScopeKind;
  readonly notes: number;
  readonly claims: number;
  /** The epoch of its publication; 0 before the first one. */
  readonly epoch: number;
  readonly publishedAt: string | null;
  /** Notes whose bytes the publication does not speak of yet. */
  readonly behind: number;
}

/** How every scope stands that the principal sees. */
export function readTeamStatus({ source, principal, workspace }: Acting): Promise<ScopeStatus[]> {
  return transactionAs(source, { role: 'ask', principal, workspace }, async (db) => {
    const statuses: ScopeStatus[] = [];
    for (const { id, kind, epoch, publishedAt } of await readScopes(db)) {
      const [row] = await db.query<{ notes: number; claims: number; behind: number }>(
        `SELECT (SELECT count(*) FROM memora.head WHERE scope = $1 AND hash IS NOT NULL AND path <> '_ledger.md') AS notes,
           (SELECT count(*) FROM memora.claim WHERE scope = $1 AND recorded_until IS NULL) AS claims,
           (SELECT count(*) FROM (SELECT * FROM memora.head WHERE scope = $1) h FULL JOIN (SELECT * FROM memora.note WHERE scope = $1 AND gone_at IS NULL) n
              ON n.path = h.path WHERE coalesce(h.path, '') <> '_ledger.md'
              AND coalesce(h.print, h.hash) IS DISTINCT FROM n.hash AND n.type IS DISTINCT FROM 'derived') AS behind`,
        [id],
      );
      statuses.push({
        kind,
        epoch,
        publishedAt,
        ...(row as { notes: number; claims: number; behind: number }),
      });
    }
    return statuses;
  });
}
