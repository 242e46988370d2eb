import { align, deniesStatement, replacesStatement, tokensOf, toPlain } from '@memora/agent-memory/internal';
import { dayByName } from '@memora/language/calendar';
import {
  CLOCK_VERBS,
  COPULAS,
  EVENT_VERBS,
  isSupportVerb,
  readChanges,
  toThird,
} from '@memora/language/words';
import { checkCriticalTokens, checkDrift } from '@memora/validator/guard';
import { tellsWhatWas } from './tells-what-was.ts';

/** How two statements stand against each other, where they can't both hold. */
export type Conflict =
  /** The second tells that the first no longer holds. */
  | 'ended'
  /** One of them is another value, figure or denial. */
  | 'other';

/**
 * Holds a statement against another one; null where both may hold. Two subjects with two values are no conflict, and neither are two values of what may have
 * many.
 */
export function conflictsWith(statement: string, other: string): Conflict | null {
  const [a, b] = [toUserForm(statement), toUserForm(other)];
  if (nameOthers(a, b)) return null;
  const isChange = readChanges(b.toLowerCase()).length > 0;
  if (replacesStatement(b, a)) return isChange ? 'ended' : 'other';
  if ((isChange && hasMoved(a, b)) || tellsWhatWas(a, b)) return 'ended';
  if (deniesStatement(a, b) || deniesStatement(b, a)) return 'other';
  if (isNever(a) !== isNever(b) && deniesStatement(withoutOften(a), withoutOften(b))) return 'other';
  if (replacesStatement(a, b) && readChanges(a.toLowerCase()).length === 0) return 'other';
  if (isReordered(a, b) || hasOtherPart(a, b)) return 'other';
  const head = b.replace(FURTHER, '');
  if (head !== b && hasOtherPart(a.replace(/[.!]+$/u, ''), head)) return 'other';
  const start = toLengthOf(a, b);
  return start !== null &&
    (hasOtherPart(a, start) || deniesStatement(a, start) || replacesStatement(a, start))
    ? 'other'
    : null;
}

function isNever(text: string): boolean {
  return /\bnever\b/iu.test(text);
}

/** How often something is done is left out beside what is never done. */
function withoutOften(text: string): string {
  return text.replace(/\b(?:often|always|usually|regularly|sometimes|frequently|still|occasionally) /giu, '');
}

/** What the second tells in as many words as the first, where it goes on with more of the same event: "bought it in 2008" of "bought it in 2008 for 3,000 euros". */
function toLengthOf(a: string, b: string): string | null {
  if (readChanges(a.toLowerCase()).length > 0 || readChanges(b.toLowerCase()).length > 0) return null;
  const [x, words] = [tokensOf(toPlain(a)), toPlain(b).split(' ')];
  const isArticle = tokensOf(toPlain(b)).length < words.length ? 1 : 0;
  const cut = x.length + isArticle;
  if (words.length <= cut || x.length < 4 || !GOES_ON.has(words[cut] ?? '')) return null;
  return words
    .slice(0, cut)
    .join(' ')
    .replace(/[,;:]$/u, '');
}

/** What begins a further circumstance. */
const GOES_ON = new Set('for in with at on from by because when while since and after before'.split(' '));

/** The same words, and an order that says something else: "A over B" and "B over A". */
function isReordered(a: string, b: string): boolean {
  const [x, y] = [tokensOf(toPlain(a)), tokensOf(toPlain(b))];
  if (x.length !== y.length || [...x].sort().join(' ') !== [...y].sort().join(' ')) return false;
  const report = checkCriticalTokens(a, b);
  return !report.ok || checkDrift(a, [b]).length > 0;
}

/** Each has a letter behind a word that the other has not: gate A and gate N are two gates. */
function nameOthers(a: string, b: string): boolean {
  if (!BEHIND_WORD.test(a) || !BEHIND_WORD.test(b)) return false;
  const lacks = (one: string, other: string) =>
    checkCriticalTokens(one, other).disagreements.some(
      ({ kind, statementToken }) => kind === 'name' && statementToken.length === 1,
    );
  return lacks(a, b) && lacks(b, a);
}

const BEHIND_WORD = /(?<=\p{L}{2} )[A-Z](?!\p{L})/u;

/** What a second verb goes on to tell. */
const FURTHER = /,? and (?=\p{Ll}+(?:s|ed) (?:its|the|an?|in|on|at|by|to|with|from)\b).*$/u;

/** One figure, or the place at the end, is another one, and all else is the same. */
function hasOtherPart(a: string, b: string): boolean {
  const gap = align(tokensOf(toPlain(a)), tokensOf(toPlain(b)));
  if (gap === null || gap.a.length === 0 || gap.b.length === 0 || gap.prefix.length < 2) return false;
  const [x = '', y = ''] = [gap.a[0], gap.b[0]];
  const isFigure = gap.a.length === 1 && gap.b.length === 1 && /^\p{N}/u.test(x) && /^\p{N}/u.test(y);
  if (isFigure && isYear(x) && isYear(y))
    return gap.prefix.some((token, i) => BEGUN.has(token) || (GOT.has(token) && gap.prefix[i + 1] === 'the'));
  // What is so on one day of the week is told of that day.
  const areDays = gap.a.length === 1 && gap.b.length === 1 && isWeekday(x) && isWeekday(y);
  if (areDays) return gap.prefix.some((token) => COPULAS.has(token) || CLOCK_VERBS.has(token));
  if (isFigure)
    return (
      (gap.suffix.length > 0 || isLabelled(gap.prefix)) && !gap.prefix.some((token) => EVENT_VERBS.has(token))
    );
  // Of two kinds of the same, for the same, one is preferred.
  if (/^prefers?(?: the| an?)?$/u.test(gap.prefix.slice(gap.prefix.findIndex(isPreferring)).join(' ')))
    return gap.a.length === 1 && gap.b.length === 1 && gap.suffix.length > 2;
  const isEnd = gap.suffix.length === 0 && gap.a.length < 3 && gap.b.length < 3;
  return isEnd && SITS.test(gap.prefix.slice(-2).join(' '));
}

function isPreferring(token: string): boolean {
  return /^prefers?$/u.test(token);
}

/** "on port 8000": a noun before its figure, of what a thing has in the present. */
function isLabelled(prefix: readonly string[]): boolean {
  return (
    LABELS.has(prefix.at(-1) ?? '') &&
    prefix.some((token) => /^\p{Ll}{2,}s$/u.test(token) || COPULAS.has(token))
  );
}

function isWeekday(token: string): boolean {
  return dayByName().has(token) || dayByName().has(token.replace(/s$/u, ''));
}

function isYear(token: string): boolean {
  return /^(?:1\d|20)\d\d$/u.test(token);
}

/** Of what there is one. */
const LABELS = new Set([
  'port',
  'number',
  'version',
  'floor',
  'room',
  'level',
  'track',
  'platform',
  'build',
  'release',
]);
/** What is done once to a thing. */
const BEGUN = new Set(
  'started begun founded established created launched built written introduced invented designed opened incorporated graduated retired'.split(
    ' ',
  ),
);
/** What is done once to a thing that is named as the one there is: "bought the oven". */
const GOT = new Set('bought purchased acquired sold inherited joined left completed finished'.split(' '));

/** "moved to Porto" after "runs in Oslo", of the same subject. */
function hasMoved(a: string, b: string): boolean {
  const before = tokensOf(toPlain(a));
  return readChanges(toPlain(b)).some(({ kind, start }) => {
    const head = tokensOf(toPlain(b).slice(0, start));
    if (kind !== 'place' || head.length === 0 || !head.every((token, i) => token === before[i])) return false;
    return SITS.test(before.slice(head.length, head.length + 2).join(' '));
  });
}

/** What is in one place at a time, or comes from one. */
const SITS =
  /^(?:(?:runs|lives|sits|stands|is|stays|hosted|based|located|deployed|works) (?:in|at|on)|(?:comes|hails|originates|stems) from)$/u;

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
