/*
 * Unit words of other languages, from the runtime's locale data: a table of them would be larger than all other tables together. A script's languages are
 * loaded at the first word of that script, which takes some milliseconds.
 */

const BEHIND = /^[\s-]?([\p{L}\p{M}][\p{L}\p{M}’'\u200c]*)/u;

/** The word right after a number, in lower case; '' if there is none. */
export function wordBehind(text: string, end: number): string {
  return BEHIND.exec(text.slice(end, end + 32))?.[1]?.toLowerCase() ?? '';
}
