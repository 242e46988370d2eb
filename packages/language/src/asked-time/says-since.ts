import { TIME_WORDS } from './time-words.ts';

let pattern: RegExp | null = null;

/** True if a text that goes before a date says that something begins with it: "since", "seit". */
export function saysSince(before: string): boolean {
  const forms = () => Object.values(TIME_WORDS).flatMap(({ since }) => (since === '-' ? [] : [since]));
  pattern ??= new RegExp(`(?<!\\p{L})(?:${forms().join('|')})\\s+$`, 'iu');
  return pattern.test(before);
}
