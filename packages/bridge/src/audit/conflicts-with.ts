import { differsInValue } from '@memora/agent-memory/internal';
import { COPULAS, isSupportVerb, toThird } from '@memora/language/words';

/** True where two statements, whoever is called the user in them, can't both hold: they differ in one value alone. */
export function conflictsWith(statement: string, other: string): boolean {
  return differsInValue(toUserForm(statement), toUserForm(other));
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
