import { fromWords, tableOf } from '../scripts/script-words.ts';

/*
 * The months of each language, January first: forms of one month are separated by `|`, English with its short ones. Contains the Unicode locale data's forms
 * for a month alone and with a day, and common spellings. A test compares the table with the locale data.
 */

/** The months of the languages in which the critical tokens of a citation are compared, for the loaded scripts. */
export const claimedMonths: () => Readonly<Record<string, string>> = fromWords(() => tableOf('months'));

/** The forms of one line of the table, each with its 1-based month. */
export function monthForms(line: string): (readonly [form: string, month: number])[] {
  return line
    .split(' ')
    .flatMap((forms, i) =>
      forms.split('|').flatMap((form) => (form === '-' ? [] : [[form, i + 1] as const])),
    );
}

/** The 1-based month by lower-case name. No name means two months; a test checks that. */
export function monthsByName(lines: readonly string[]): ReadonlyMap<string, number> {
  return new Map(lines.flatMap(monthForms));
}

/** An alternation of names for a pattern, the longest first. */
export function namesPattern(names: Iterable<string>): string {
  return [...names].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).join('|');
}
