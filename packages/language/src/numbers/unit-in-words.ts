/*
 * The words of other languages for units of measure, out of the locale data of the runtime: a table of them would be larger than all others together.
 * A script's languages are asked at the first word of that script, which takes some milliseconds.
 */

const BEHIND = /^[\s-]?([\p{L}\p{M}][\p{L}\p{M}’'\u200c]*)/u;

/** The word that stands right after a number, in lower case; '' where there is none. */
export function wordBehind(text: string, end: number): string {
  return BEHIND.exec(text.slice(end, end + 32))?.[1]?.toLowerCase() ?? '';
}
