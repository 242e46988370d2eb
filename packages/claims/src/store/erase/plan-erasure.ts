import type { ClaimId } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { Claim } from '../../model/claim.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';
import { toClaim } from '../read/claim-rows.ts';

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

/** Steps from erased claims to others with the same text. */
const STEPS = [
  ['derived', 'derivedFrom'],
  ['earlier', 'predecessorsOf'],
  ['overlapping', 'overlapping'],
] as const;

/** Finds everything that must be erased with a claim or a note: derived claims, earlier states, and claims with the same bytes. */
export function planErasure(
  db: Sqlite.Database,
  { claimIds = [], notePaths = [] }: ErasureRequest,
  codec: SecretCodec | undefined,
): ErasurePlan {
  const reasonByKey = new Map<number, ErasureReason>();
  const keysOf = (
    name: 'keysOfIds' | 'keysOfNotes' | (typeof STEPS)[number][1],
    list: readonly unknown[],
  ): number[] => prepareValue(db, name).all(JSON.stringify(list));
  for (const key of keysOf('keysOfIds', claimIds)) reasonByKey.set(key, 'named');
  for (const key of keysOf('keysOfNotes', notePaths)) if (!reasonByKey.has(key)) reasonByKey.set(key, 'note');
  for (let fresh = [...reasonByKey.keys()]; fresh.length > 0; ) {
    const next: number[] = [];
    for (const [reason, name] of STEPS) {
      for (const key of keysOf(name, fresh)) {
        if (reasonByKey.has(key)) continue;
        reasonByKey.set(key, reason);
        next.push(key);
      }
    }
    fresh = next;
  }
  const list = JSON.stringify([...reasonByKey.keys()]);
  const rows = prepareQuery(db, 'claimsInFileOrder').all(list);
  return {
    claims: rows.map((row) => ({ claim: toClaim(row, codec), reason: reasonByKey.get(row.key) ?? 'named' })),
    alsoSaid: prepareValue(db, 'alsoSaid').all(list, list, list) as ClaimId[],
  };
}
