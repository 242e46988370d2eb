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
  const years: NumberToken[] = [];
  const add = (text: string, start: number, year: number) =>
    years.push({
      text,
      start,
      end: start + text.length,
      values: [year],
      unit: '',
      ordinal: false,
      spelled: false,
      bound: '',
    });
  for (const { text, start, year } of readDates(evidence)) if (year !== null) add(text, start, year);
  return years;
}
