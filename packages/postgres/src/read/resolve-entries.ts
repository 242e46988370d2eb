import type { LedgerEntry } from '@memora/claims';
import {
  IN_ITS_NOTE,
  markedTargets,
  meantBy,
  resolveLedger,
  type TargetPlace,
} from '@memora/claims/internal';
import { fromStoredRow, type ScopeReading } from './read-claims.ts';

type Row = TargetPlace & { readonly at: number };

/** Returns the entries of a scope's ledger with their current claims; ids and notes may have changed since the decision. */
export async function resolveEntries(
  { db, scope, codec }: ScopeReading,
  entries: readonly LedgerEntry[],
): Promise<LedgerEntry[]> {
  const targets = markedTargets(entries);
  if (targets.length === 0) return [...entries];
  const rows = await db.query<Row>(
    `WITH asked AS (SELECT id, name, at FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS t (id, name, at)),
       wanted AS (SELECT at, name AS target, 0 AS own FROM asked UNION SELECT at, id, 0 FROM asked
         UNION SELECT at, '${IN_ITS_NOTE}' || name, 1 FROM asked)
     SELECT wanted.at::int, match.claim AS id, note.path, wanted.own FROM wanted
       JOIN memora.ledger_match AS match ON match.scope = $1 AND match.target = wanted.target
       JOIN memora.note ON note.scope = $1 AND note.key = match.note AND note.gone_at IS NULL
     UNION SELECT asked.at::int, claim.id, note.path, 0 FROM asked JOIN memora.claim ON claim.scope = $1 AND claim.id = asked.id
         AND claim.recorded_until IS NULL
       JOIN memora.note ON note.scope = $1 AND note.key = claim.note AND note.gone_at IS NULL
     ORDER BY 1, 3, 2`,
    [scope, targets.map(({ id }) => id), targets.map(({ id, mark }) => mark.fingerprint ?? id)],
  );
  const places = Map.groupBy(rows.map(fromStoredRow), ({ at }) => at - 1);
  // Targets are resolved in the order in which they were collected.
  let at = 0;
  return resolveLedger(entries, (target) => meantBy(target, places.get(at++) ?? [], codec));
}
