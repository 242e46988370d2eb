import { toInstant, toInstantText } from '@memora/core';
import type { AsOf } from '../../../model/claim.ts';
import { ClaimsError } from '../../../model/errors/claims-error.ts';

/** Both axes in the form that the database compares. */
export interface PointInTime {
  /** An ISO 8601 instant in UTC, compared as text with dates of any precision; absent means any time. */
  readonly valid: string | undefined;
  /** Milliseconds since 1970 UTC; absent means now. */
  readonly known: number | undefined;
}

/** Reads a caller's `asOf`. Throws `AS_OF_INVALID`. */
export function readAsOf({ valid, known }: AsOf = {}): PointInTime {
  return {
    valid: valid === undefined ? undefined : toInstantText(readInstant(valid, 'asOf.valid')),
    known: known === undefined ? undefined : readInstant(known, 'asOf.known'),
  };
}

function readInstant(value: string, name: string): number {
  const instant = toInstant(value);
  if (instant !== null) return instant;
  throw new ClaimsError(`${name} is not a date: ${JSON.stringify(value)}`, {
    code: 'AS_OF_INVALID',
    hint: 'Pass a date such as 2026-03-01 or an instant such as 2026-03-01T12:00:00Z.',
  });
}
