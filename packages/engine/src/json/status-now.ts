import type { Claim } from '@memora/claims';
import { timeOf } from '@memora/claims/internal';
import { isMemoryPath } from '@memora/vault/internal';

/** Returns the status of a claim; that of a memory may also be `over` or `coming`. */
export function statusNow(claim: Claim, now = new Date()): Claim['status'] | 'over' | 'coming' {
  if (claim.status !== 'current' || !isMemoryPath(claim.notePath)) return claim.status;
  return timeOf({ ...claim, created: '' }, now) ?? 'current';
}
