import { fromWords, wordsOf } from '../scripts/script-words.ts';

/** Day of the week (1 for Monday) by lower-case name, in the languages in which the critical tokens of a citation are compared. */
export const dayByName: () => ReadonlyMap<string, number> = fromWords(() => daysIn(wordsOf('weekdays', '|')));

/** The days that some lines of the table name. */
export function daysIn(lines: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    lines.flatMap((line) =>
      line.split(' ').flatMap((name, i) => (name === '-' ? [] : [[name, i + 1] as const])),
    ),
  );
}
