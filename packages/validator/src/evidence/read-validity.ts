import { toInstant } from '@memora/core';
import type { CitableClaim } from '../contract/citable-claim.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';

/**
 * Why a claim doesn't hold at the time the answer speaks of; `null` where it does. Validity is half-open: a claim no longer holds
 * from `validUntil` on. A date that can't be read holds never.
 */
export function readValidity(
  claim: CitableClaim,
  { valid, isAsOf, known }: VerificationSettings,
): string | null {
  if (claim.status === 'retracted') return 'claim was retracted';
  const until = readEnd(claim.validUntil);
  if (until <= valid) return isAsOf ? 'claim held no longer' : 'claim holds no longer';
  if (isAsOf && readStart(claim.validFrom) > valid) return 'claim did not hold yet at that time';
  if (claim.status === 'superseded' && !(isAsOf && until < Number.POSITIVE_INFINITY))
    return 'claim was superseded';
  if (known !== null && readStart(claim.recordedFrom) > known) return 'claim was not known yet at that time';
  if (known !== null && readEnd(claim.recordedUntil) <= known) return 'claim was off the record at that time';
  return null;
}

function readStart(value: string | null | undefined): number {
  if (value === null || value === undefined || value === '') return Number.NEGATIVE_INFINITY;
  return toInstant(value) ?? Number.POSITIVE_INFINITY;
}

function readEnd(value: string | null | undefined): number {
  if (value === null || value === undefined || value === '') return Number.POSITIVE_INFINITY;
  return toInstant(value) ?? Number.NEGATIVE_INFINITY;
}
