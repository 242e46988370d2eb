import type { Claim } from '../../../model/claim.ts';

/**
 * True if a claim was valid at an instant in the form of `readAsOf`. For secret claims, whose dates SQL can't
 * compare: the query lets them through, and a holder of the key checks them here.
 */
export function holdsAt(
  { band, validFrom, validUntil }: Pick<Claim, 'band' | 'validFrom' | 'validUntil'>,
  valid: string | undefined,
): boolean {
  if (band !== 'secret' || valid === undefined) return true;
  return (validFrom === null || validFrom <= valid) && (validUntil === null || validUntil > valid);
}
