import { isEntryOfOther, MADE, tellsOfOther } from './tells-of-other.ts';

const ASKS_MAKER = new RegExp(
  `^\\W*(?:(?:who(?: else)?|which (?:person|people|company|team|organi[sz]ation))\\s+(?:(?:has|have|had|first|originally|actually|initially)\\s+)*(?:${MADE})\\b` +
    `|(?:by whom|who)\\s+(?:was|were|is|are)\\b.*\\b(?:${MADE})(?:\\s+by)?\\W*$` +
    `|who(?:\\s+(?:is|are|was|were)|['’]s)\\s+the\\s+(?:\\w+\\s+){0,2}(?:author|creator|founder|inventor|designer|developer|maker|maintainer)s?\\b)`,
  'iu',
);

/** True where it is asked who made something: only somebody's name, told as the one who did, answers. */
export function asksMaker(question: string): boolean {
  return ASKS_MAKER.test(question);
}

const ACCOUNT = /(?<=^|[\s([])@[\w-]+/gu;
const NAME = /(?<![\p{L}\p{M}\p{N}])\p{Lu}[\p{L}\p{M}'’]*/gu;
/** `by Ida`, `by the Harbour Group`, and the same in other languages. */
const BEHIND =
  /(?:\b(?:by|von|vom|par|por|pelo|pela|da|dal|di|door|av|af|przez|od)\s+(?:(?:the|our|my|der|die|dem|le|la|el|il|de)\s+)?|[©]\s*(?:\d{4}\W*)?)[^\p{L}\p{N}]*(?:\p{Lu}[\p{L}\p{M}'’.]*\s+)*$/u;
/** `Atomics and Locks - Ida Boe`. */
const BEHIND_DASH = /\s[-–—]\s+[^\p{L}\p{N}]*(?:\p{Lu}[\p{L}\p{M}'’.]*\s+)*$/u;
/** `Creates notes` behind a dash is a sentence, as is all else that goes on in small letters: nobody's name does, unless another name follows. */
const GOES_ON =
  /^(?:\s+\p{Lu}[\p{L}\p{M}'’.-]*)*\s+(?!(?:and|und|et|y|e|och|og|en|i)\s+\p{Lu}|(?:de|da|di|van|von|der|den|du|la|le|el|al|bin)\b)\p{Ll}/u;
/** What was done by somebody who made nothing of it. */
const NOT_MADE =
  /\b(?:inspired|influenced|used|followed|supported|sponsored|suggested|recommended|required|affected|replaced)\s+by\P{L}+(?:\p{Lu}[\p{L}\p{M}'’.]*\s+)*$/u;
const ROLE =
  /\b(?:author|creator|maintainer|founder|inventor|designer|developer|contributor|owner|editor|copyright|credits?|thanks|team|company)s?\b/iu;
/** The same behind a name, of a person: `current editor's folder` is of no editor. */
const ROLE_BEHIND =
  /(?<!\b(?:for|to|by|as)\s+(?:(?:the|an?)\s+)?)\b(?:author|creator|maintainer|founder|inventor|designer|developer|owner|team|company)s?\b(?!['’-])/iu;
/** `Ida Lund is the first author of …`, `Ida Lund (founder)`: what begins a sentence is somebody's name where that follows at once. */
const IS_ROLE =
  /^\s*(?:,|\(|\b(?:is|was|are|were)\b)\s*(?:(?:the|its|an?|our|one of the)\s+)?(?:(?!for\b|of\b|to\b)[\p{L}-]+\s+){0,2}(?:author|creator|maintainer|founder|inventor|designer|developer|maker)s?\b\s*(?:[.,;)]|$|(?:of|and|behind|who)\b)/iu;
/** Nobody by name, and still who it is: `two people maintain it`. */
const PEOPLE = '(?:people|persons?|volunteers?|contributors|developers|students|friends)';
const BY_PEOPLE = new RegExp(
  `\\bby\\s+(?:[\\p{L}\\p{N}]+\\s+){0,3}${PEOPLE}\\b|\\b${PEOPLE}\\s+(?:(?:who|that|have|has)\\s+)?(?:${MADE}|maintain)\\b`,
  'iu',
);
/** A dash, a colon or the end of bold text: behind it a sentence may begin as it does in a line. */
const BEGINS = /(?:^|\s[-–—]\s|[:：]\W*\s)\P{L}*$/u;
const VERB = new RegExp(`^[^.!?\\n]{0,60}?\\b(?:${MADE})\\b(?!\\s+(?:in|with|using|for|by)\\b)`, 'iu');

/**
 * True where a text names who made something: `by Ida`, `Ida wrote`, `the author is Ida`, an account. Names that the question holds itself say nothing new, and
 * what a thing is written in has made nothing.
 */
export function namesMaker(text: string, question: string): boolean {
  const isOther = (before: string, behind: string) => tellsOfOther(before, behind, question);
  for (const { index } of text.matchAll(ACCOUNT)) if (!isOther(text.slice(0, index), '')) return true;
  if (!/\p{L}/u.test(text)) return false;
  if (BY_PEOPLE.test(text)) return true;
  // People write without capitals as well, and many scripts have none.
  if (!/\p{Lu}/u.test(text)) return /\bby\s+\p{L}/iu.test(text) || !/\p{Script=Latin}/u.test(text);
  const asked = new Set(question.toLowerCase().match(/[\p{L}\p{M}]+/gu));
  for (const { 0: name, index } of text.matchAll(NAME)) {
    if (asked.has(name.toLowerCase())) continue;
    if (isEntryOfOther(text, index, question)) continue;
    const before = text.slice(Math.max(0, index - 80), index);
    const behind = text.slice(index + name.length, index + name.length + 80);
    if (BEHIND_DASH.test(before) && !GOES_ON.test(behind)) return true;
    if (BEHIND.test(before) && !NOT_MADE.test(before) && !isOther(before, '')) return true;
    const [sentence = ''] = before.match(/[^.!?\n]*$/u) ?? [];
    const [rest = ''] = behind.match(/^[^.!?\n]*/u) ?? [];
    if (ROLE.test(sentence) || IS_ROLE.test(behind)) return true;
    if (!BEGINS.test(sentence) && ROLE_BEHIND.test(rest)) return true;
    if (VERB.test(behind) && !/^\P{L}+(?:is|are|was|were|be|been)\b/iu.test(behind) && !isOther('', rest))
      return true;
  }
  return false;
}
