import type { CitedSpan } from '../reading/cited-reading.ts';

/**
 * A statement may be dated in front, as in `2026-03-02: The pump runs`, `2026-03-02, was: …` (or `now`, `since`), with exactly the date
 * from which a cited claim holds. Only those forms: as evidence for figures inside the statement the date would lend its day and year to anything.
 */
export function withoutLeadingDate(plain: string, evidence: readonly CitedSpan[]): string {
  const date = /^\s*(\d{4}(?:-\d{2}(?:-\d{2})?)?)(?:, (?:now|was|since))?: /.exec(plain);
  return date !== null && evidence.some(({ claim }) => claim.validFrom === date[1])
    ? plain.slice(date[0].length)
    : plain;
}
