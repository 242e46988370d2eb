import type { Precision } from '../claim.ts';

/** When a claim holds, as far as a text tells. */
export interface Validity {
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly precision: Precision;
}

const ISO =
  /(?<![\d-])(?<y>(?:19|20)\d{2})(?:[-_.](?<m>0[1-9]|1[0-2])(?:[-_.](?<d>0[1-9]|[12]\d|3[01]))?)?(?![\d])/u;

/** The first date of a text, with its precision; null for none. */
export function findDate(text: string): Validity | null {
  const match = ISO.exec(text)?.groups;
  if (match === undefined || match['m'] === undefined) return null;
  const { y = '', m, d } = match;
  if (d === undefined) return { validFrom: `${y}-${m}`, validUntil: null, precision: 'month' };
  return { validFrom: `${y}-${m}-${d}`, validUntil: null, precision: 'day' };
}
