import { readDates } from '@memora/language/calendar';
import type { NumberToken } from '@memora/language/numbers';

const DECADE = /^(\d{3}0)(?:['’]?s|er)(?![\p{L}\p{M}\p{N}])/u;
const YEAR = /^\d{4}$/u;

/** True for `the 1990s` where the evidence has a year of them. */
export function isDecadeOf({ start }: NumberToken, statement: string, values: ReadonlySet<number>): boolean {
  const [, first] = DECADE.exec(statement.slice(start, start + 8)) ?? [];
  if (first === undefined) return false;
  for (let year = Number(first), past = year + 10; year < past; year++) if (values.has(year)) return true;
  return false;
}

/** The years of dates that no number says by itself: `2003.06.11`, `9/3/18`. Read only for a statement with a year that is no number there. */
export function readDateYears(
  telling: readonly NumberToken[],
  evidence: string,
  values: ReadonlySet<number>,
): NumberToken[] {
  if (!telling.some(({ text, values: [year = 0] }) => YEAR.test(text) && !values.has(year))) return [];
  return readDates(evidence).flatMap(({ text, start, year }) =>
    year === null ? [] : figureOf(text, start, year),
  );
}

/** What another reader found to be a number. */
export function figureOf(text: string, start: number, value: number, unit = ''): NumberToken {
  const end = start + text.length;
  return { text, start, end, values: [value], unit, ordinal: false, spelled: true, bound: '' };
}
