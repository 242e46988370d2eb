import { toInstant } from '@memora/core';
import { readDates } from '@memora/language/calendar';
import type { CitableClaim } from '../contract/citable-claim.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';

/**
 * Returns why a claim is not valid at the time of the answer; `null` if it is. Validity is half-open: a claim ends at `validUntil`. A statement that itself
 * names
 * the time stays true: `statement` contains a day, month or year of its beginning or end, and nothing has replaced it. An unreadable date is never valid.
 */
export function readValidity(
  claim: CitableClaim,
  { valid, isAsOf, known }: VerificationSettings,
  statement = '',
): string | null {
  if (claim.status === 'retracted') return 'claim was retracted';
  const until = readEnd(claim.validUntil);
  const isOver = until <= valid && (isAsOf || claim.status === 'superseded' || !namesTime(statement, claim));
  if (isOver) return isAsOf ? 'claim no longer held' : 'claim no longer holds';
  if (isAsOf && readStart(claim.validFrom) > valid) return 'claim did not hold yet at that time';
  if (claim.status === 'superseded' && !(isAsOf && until < Number.POSITIVE_INFINITY))
    return 'claim was superseded';
  if (known !== null && readStart(claim.recordedFrom) > known) return 'claim was not known yet at that time';
  if (known !== null && readEnd(claim.recordedUntil) <= known) return 'claim was not recorded at that time';
  return null;
}

/** True if a text names the beginning or the end of a claim's validity. */
function namesTime(text: string, { validFrom, validUntil }: CitableClaim): boolean {
  const days = readDates(text);
  return [validFrom, validUntil].some((at) => {
    const [year = '', month, day] = (at ?? '').slice(0, 'YYYY-MM-DD'.length).split('-');
    if (year === '') return false;
    if (month === undefined) return text.includes(year);
    return days.some(
      (named) =>
        named.month === Number(month) &&
        (day === undefined || named.day === Number(day)) &&
        (named.year === null || named.year === Number(year)),
    );
  });
}

function readStart(value: string | null | undefined): number {
  if (value === null || value === undefined || value === '') return Number.NEGATIVE_INFINITY;
  return toInstant(value) ?? Number.POSITIVE_INFINITY;
}

function readEnd(value: string | null | undefined): number {
  if (value === null || value === undefined || value === '') return Number.POSITIVE_INFINITY;
  return toInstant(value) ?? Number.NEGATIVE_INFINITY;
}
