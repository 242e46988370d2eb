import { chunksOf } from '@memora/language/text';
import { COPULAS, isSupportVerb, toThird } from '@memora/language/words';

/** How many words stand before a name or a figure at least, the same in both: fewer name a subject, which may have several. */
const LEAST_BEFORE = { name: 4, figure: 2 } as const;
/** A value has no more words. */
const LONGEST_VALUE = 3;

/**
 * True where two statements are the same word for word but for one figure or name behind the thing that it is said of, so that both can't hold. What differs in
 * other words is for a reader: it is neither the same nor a conflict here.
 */
export function conflictsWith(statement: string, other: string): boolean {
  const [a, b] = [statement, other].map((text) => chunksOf(toUserForm(text))) as [string[], string[]];
  const [x, y] = [a, b].map((words) => words.map((word) => word.toLowerCase())) as [string[], string[]];
  let from = 0;
  while (from < x.length && x[from] === y[from]) from++;
  let end = 0;
  while (end < Math.min(x.length, y.length) - from && x.at(-1 - end) === y.at(-1 - end)) end++;
  const values = [a.slice(from, a.length - end), b.slice(from, b.length - end)];
  return (
    from >= LEAST_BEFORE[isFigure(values[0]?.[0]) ? 'figure' : 'name'] &&
    from >= end &&
    values.every((value) => value.length > 0 && value.length <= LONGEST_VALUE && value.every(isValue)) &&
    isFigure(values[0]?.[0]) === isFigure(values[1]?.[0])
  );
}

function isValue(word: string): boolean {
  return isFigure(word) || /^\p{Lu}/u.test(word);
}

function isFigure(word: string | undefined): boolean {
  return /^\p{N}/u.test(word ?? '');
}

/** "I prefer tea" and "The user prefers tea" as one form. */
export function toUserForm(text: string): string {
  return text
    .replace(/\b(?:the )?user['’]s\b/giu, 'my')
    .replace(/^my\b/u, 'My')
    .replace(/\bI am\b|\bI['’]m\b/gu, 'The user is')
    .replace(/\bI have\b|\bI['’]ve\b/gu, 'The user has')
    .replace(/\bI (?:do not|don['’]t)\b/gu, 'The user does not')
    .replace(/\bI ([a-z]+)\b/gu, (_, verb: string) => `The user ${toThirdPerson(verb)}`)
    .replace(/^User\b/u, 'The user')
    .replace(/^(The user\b.*? (?:when|if|while|because|before|after|and)) (?:the user|he|she) /iu, '$1 they ')
    .replace(
      /^(\p{Lu}[\p{L}\p{N}-]*)['’]s (\p{Ll}+) (?=(?:is|are|was|were|has|\p{Ll}+s)\b)/u,
      'The $2 of $1 ',
    );
}

/** What stands between the subject and its verb. */
const BETWEEN = new Set(['never', 'always', 'also', 'now', 'not']);

function toThirdPerson(verb: string): string {
  return BETWEEN.has(verb) || COPULAS.has(verb) || isSupportVerb(verb) || /(?:ed|s)$/u.test(verb)
    ? verb
    : toThird(verb);
}
