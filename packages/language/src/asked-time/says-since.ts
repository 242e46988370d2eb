import { TIME_WORDS } from './time-words.ts';

let since: RegExp | null = null;
let from: RegExp | null = null;

/** True if a text that goes before a date says that something begins with it: "since", "seit". */
export function saysSince(before: string): boolean {
  since ??= atEnd(Object.values(TIME_WORDS).map((words) => words.since));
  return since.test(before);
}

/** As {@link saysSince}, of the heading of a column with a blank behind it: "valid from" too, which goes before many other things in a sentence. */
export function saysFrom(heading: string): boolean {
  from ??= atEnd(Object.values(TIME_WORDS).map((words) => words.between));
  return saysSince(heading) || from.test(heading);
}

function atEnd(forms: readonly string[]): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${forms.filter((form) => form !== '-').join('|')})\\s+$`, 'iu');
}
