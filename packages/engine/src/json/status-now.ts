import type { Claim } from '@memora/claims';
import { timeOf } from '@memora/claims/internal';
import { isMemoryPath } from '@memora/vault/internal';

/** The status of a claim, where that of a memory may also be that it is over or to come. */
export function statusNow(claim: Claim, now = new Date()): Claim['status'] | 'over' | 'coming' {
  if (claim.status !== 'current' || !isMemoryPath(claim.notePath)) return claim.status;
  return timeOf({ ...claim, created: '' }, now) ?? 'current';
}
