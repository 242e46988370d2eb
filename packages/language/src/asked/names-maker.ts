/** What people do to a thing that begins with it, in the past. */
const MADE =
  'wrote|written|created|made|built|developed|designed|founded|invented|authored|started|coded|programmed|composed|painted|drew|drawn|directed|published|launched|conceived|devised';
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

const NAME = /(?<![\p{L}\p{M}\p{N}])\p{Lu}[\p{L}\p{M}'’]*/gu;
/** `by Ida`, `by the Harbour Group`, and the same in other languages; `Atomics and Locks - Ida Boe`. */
const BEHIND =
  /(?:\b(?:by|von|vom|par|por|pelo|pela|da|dal|di|door|av|af|przez|od)\s+(?:(?:the|our|my|der|die|dem|le|la|el|il|de)\s+)?|\s[-–—]\s+|[©]\s*(?:\d{4}\W*)?)[^\p{L}\p{N}]*(?:\p{Lu}[\p{L}\p{M}'’.]*\s+)*$/u;
const ROLE =
  /\b(?:author|creator|maintainer|founder|inventor|designer|developer|contributor|owner|editor|copyright|credits?|thanks|team|company)s?\b/iu;
const VERB = new RegExp(`^[^.!?\\n]{0,60}?\\b(?:${MADE})\\b(?!\\s+(?:in|with|using|for|by)\\b)`, 'iu');

/**
 * True where a text names who made something: `by Ida`, `Ida wrote`, `the author is Ida`, an account. Names that the question holds itself say nothing new, and
 * what a thing is written in has made nothing.
 */
export function namesMaker(text: string, question: string): boolean {
  if (/(?:^|[\s([])@[\w-]+/u.test(text)) return true;
  // People write without capitals as well, and many scripts have none.
  if (!/\p{Lu}/u.test(text)) return /\bby\s+\p{L}/iu.test(text) || !/\p{Script=Latin}/u.test(text);
  const asked = new Set(question.toLowerCase().match(/[\p{L}\p{M}]+/gu));
  for (const { 0: name, index } of text.matchAll(NAME)) {
    if (asked.has(name.toLowerCase())) continue;
    const before = text.slice(Math.max(0, index - 80), index);
    const behind = text.slice(index + name.length, index + name.length + 80);
    if (BEHIND.test(before)) return true;
    const [sentence = ''] = before.match(/[^.!?\n]*$/u) ?? [];
    const isFirst = /^\P{L}*$/u.test(sentence);
    if (ROLE.test(sentence) || (!isFirst && ROLE.test(behind.match(/^[^.!?\n]*/u)?.[0] ?? ''))) return true;
    if (VERB.test(behind) && !/^\P{L}+(?:is|are|was|were|be|been)\b/iu.test(behind)) return true;
  }
  return false;
}
