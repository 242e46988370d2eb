import { fromWords, tableOf } from '../scripts/script-words.ts';

/*
 * The months of each language, January first: the forms of a month with `|` between them, English with its short ones. What the
 * Unicode locale data give for a month alone and beside a day, and what people write besides. A test holds the table to those data.
 */

/** The months of the languages that the critical tokens of a citation are compared in, as far as their scripts are loaded. */
export const claimedMonths: () => Readonly<Record<string, string>> = fromWords(() => tableOf('months'));

/** The forms of the months of one line of the table, each with its month from 1. */
export function monthForms(line: string): (readonly [form: string, month: number])[] {
  return line
    .split(' ')
    .flatMap((forms, i) =>
      forms.split('|').flatMap((form) => (form === '-' ? [] : [[form, i + 1] as const])),
    );
}

/** Month from 1 by its name in lower case. No name stands for two months: a test holds the table to that. */
export function monthsByName(lines: readonly string[]): ReadonlyMap<string, number> {
  return new Map(lines.flatMap(monthForms));
}

/** An alternation of names for a pattern, the longest first. */
export function namesPattern(names: Iterable<string>): string {
  return [...names].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).join('|');
}
