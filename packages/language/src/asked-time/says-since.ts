import { TIME_WORDS } from './time-words.ts';

let since: RegExp | null = null;
let from: RegExp | null = null;

/** True if the text before a date makes it a beginning: "since", "seit". */
export function saysSince(before: string): boolean {
  since ??= atEnd(Object.values(TIME_WORDS).map((words) => words.since));
  return since.test(before);
}

/**
 * Like {@link saysSince}, for a column heading followed by a space. Also accepts "valid from", which has
 * other uses inside a sentence.
 */
export function saysFrom(heading: string): boolean {
  from ??= atEnd(Object.values(TIME_WORDS).map((words) => words.between));
  return saysSince(heading) || from.test(heading);
}

function atEnd(forms: readonly string[]): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${forms.filter((form) => form !== '-').join('|')})\\s+$`, 'iu');
}
