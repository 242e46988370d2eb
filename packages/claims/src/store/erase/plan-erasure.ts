import type { ClaimId } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { Claim } from '../../model/claim.ts';
import { edgeCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { JOINED_CLAIMS, type JoinedClaimRow, toClaim } from '../read/claim-rows.ts';

/** What to erase; claims by id, notes by path. */
export interface ErasureRequest {
  readonly claimIds?: readonly string[];
  readonly notePaths?: readonly string[];
}

/** Why a claim is erased: it was named, is in a named note, is derived from an erased claim, is an earlier state of one, or has the same bytes. */
export type ErasureReason = 'named' | 'note' | 'derived' | 'earlier' | 'overlapping';

/** One claim to erase. */
export interface ErasedClaim {
  readonly claim: Claim;
  readonly reason: ErasureReason;
}

/** Everything that an erasure removes from the store. */
export interface ErasurePlan {
  readonly claims: readonly ErasedClaim[];
  /** Claims of other notes that say the same and stay, because nobody named them. */
  readonly alsoSaid: readonly ClaimId[];
}

const DERIVES = edgeCodes.toCode('derives');

/** One step from erased claims to others with the same text. */
const STEPS: readonly { readonly reason: ErasureReason; readonly sql: string }[] = [
  {
    reason: 'derived',
    // A note that cites a claim in its own words is not a copy: it becomes stale, and its author decides about its words.
    sql: `SELECT source FROM edge WHERE type = ${DERIVES} AND target IN (SELECT value FROM json_each(?))
          AND NOT EXISTS (SELECT 1 FROM stated_edge stated WHERE stated.source = edge.source AND stated.type = edge.type
                          AND stated.target = edge.target)`,
  },
  {
    reason: 'earlier',
    sql: 'SELECT predecessor FROM claim WHERE predecessor IS NOT NULL AND key IN (SELECT value FROM json_each(?))',
  },
  {
    reason: 'overlapping',
    sql: `SELECT other.key FROM claim AS own JOIN claim AS other ON other.note = own.note AND other.key <> own.key
          AND (other.fingerprint = own.fingerprint OR (other.recorded_until IS NULL AND own.recorded_until IS NULL
               AND other.span_start < own.span_end AND own.span_start < other.span_end))
          WHERE own.key IN (SELECT value FROM json_each(?))`,
  },
];

/** Finds everything that must be erased with a claim or a note: derived claims, earlier states, and claims with the same bytes. */
export function planErasure(
  db: Sqlite.Database,
  { claimIds = [], notePaths = [] }: ErasureRequest,
  codec: SecretCodec | undefined,
): ErasurePlan {
  const reasonByKey = new Map<number, ErasureReason>();
  const keysOf = (sql: string, list: readonly unknown[]) =>
    db.prepare<[string], number>(sql).pluck().all(JSON.stringify(list));
  const among = 'IN (SELECT value FROM json_each(?))';
  for (const key of keysOf(`SELECT key FROM claim WHERE id ${among}`, claimIds))
    reasonByKey.set(key, 'named');
  const inNotes = `SELECT key FROM claim WHERE note IN (SELECT key FROM note WHERE path ${among})`;
  for (const key of keysOf(inNotes, notePaths)) if (!reasonByKey.has(key)) reasonByKey.set(key, 'note');
  for (let fresh = [...reasonByKey.keys()]; fresh.length > 0; ) {
    const next: number[] = [];
    for (const { reason, sql } of STEPS) {
      for (const key of keysOf(sql, fresh)) {
        if (reasonByKey.has(key)) continue;
        reasonByKey.set(key, reason);
        next.push(key);
      }
    }
    fresh = next;
  }
  const keys = [...reasonByKey.keys()];
  const rows = db
    .prepare<[string], JoinedClaimRow>(
      `${JOINED_CLAIMS} where claim.key ${among} order by note.path, claim.span_start, claim.id`,
    )
    .all(JSON.stringify(keys));
  const said = `SELECT id FROM claim WHERE recorded_until IS NULL AND key NOT ${among}
    AND (said IN (SELECT said FROM claim WHERE key ${among} AND said IS NOT NULL)
      OR fingerprint IN (SELECT fingerprint FROM claim WHERE key ${among})) ORDER BY id`;
  const list = JSON.stringify(keys);
  return {
    claims: rows.map((row) => ({ claim: toClaim(row, codec), reason: reasonByKey.get(row.key) ?? 'named' })),
    alsoSaid: db.prepare<[string, string, string], ClaimId>(said).pluck().all(list, list, list),
  };
}
