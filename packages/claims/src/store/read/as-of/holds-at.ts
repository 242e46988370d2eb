import type { Claim } from '../../../model/claim.ts';

/**
 * True where a claim held at an instant, as `readAsOf` writes it. For secret claims, whose dates no condition on rows can compare: those are
 * let through there, and looked at here by whoever holds the key.
 */
export function holdsAt(
  { band, validFrom, validUntil }: Pick<Claim, 'band' | 'validFrom' | 'validUntil'>,
  valid: string | undefined,
): boolean {
  if (band !== 'secret' || valid === undefined) return true;
  return (validFrom === null || validFrom <= valid) && (validUntil === null || validUntil > valid);
}
