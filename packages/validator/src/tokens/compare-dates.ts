import type { TokenDisagreement } from './critical-token-report.ts';
import type { DateToken } from './read-dates.ts';

/**
 * Dates of the statement that the evidence doesn't know: no date with that day and month (and a year that doesn't differ), or
 * with that month. Years are compared as numbers.
 */
export function compareDates(said: readonly DateToken[], known: readonly DateToken[]): TokenDisagreement[] {
  const disagreements: TokenDisagreement[] = [];
  for (const places of groupByPlace(said)) {
    if (places.some((date) => known.some((other) => agree(date, other)))) continue;
    const date = places[0] as DateToken;
    const near = known.find(
      ({ month, year }) => month === date.month || (year !== null && year === date.year),
    );
    disagreements.push({
      kind: 'date',
      statementToken: date.text,
      evidenceToken: near?.text ?? null,
      decisive: true,
    });
  }
  return disagreements;
}

/** Two readings of one numeric date stand at one place: either will do. */
function groupByPlace(dates: readonly DateToken[]): DateToken[][] {
  const byStart = new Map<number, DateToken[]>();
  for (const date of dates) byStart.set(date.start, [...(byStart.get(date.start) ?? []), date]);
  return [...byStart.values()];
}

function agree(said: DateToken, known: DateToken): boolean {
  if (said.month !== known.month) return false;
  if (said.day !== null && said.day !== known.day) return false;
  return said.year === null || known.year === null || said.year === known.year;
}
