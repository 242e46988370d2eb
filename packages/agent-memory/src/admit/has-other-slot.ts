import { dayByName } from '@memora/language/calendar';
import { numberOf } from '@memora/language/numbers';
import {
  ANYBODY,
  ARTICLES,
  arePartsOfOne,
  CALLED,
  COPULAS,
  DEFINITE,
  EVENT_VERBS,
  EVERY,
  excludeEachOther,
  MANY_ATTRIBUTES,
  NAMED_UNSPACED,
  PLACE_WORDS,
  PLURAL_COPULAS,
  POSSESSIVES,
  QUANTIFIER_CLASS,
  SINGLE_VERBS,
  TITLES,
  takesMany,
} from '@memora/language/words';
import { bare, type Gap, UNSPACED } from './align-statements.ts';
import { isNegated } from './is-negated.ts';

/** "is locked" and "is unlocked", "is blue" and "is red": of such states a thing is in one at a time. */
export function areStates({ a, b, prefix, suffix }: Gap): boolean {
  const [x = '', y = ''] = [a[0], b[0]];
  if (a.length !== 1 || b.length !== 1 || prefix.length < 1 || suffix.length > 2) return false;
  return excludeEachOther(x, y) && !isNegated(prefix) && QUANTIFIER_CLASS.get(prefix[0] as string) !== 'some';
}

/** "every week" and "every month", "is on the third floor" and "is on the fifth floor". */
export function areParts({ a, b, prefix, suffix }: Gap, isChange: boolean): boolean {
  if (a.length !== 1 || b.length !== 1 || suffix.length > 1) return false;
  if (!arePartsOfOne(a[0] as string, b[0] as string)) return false;
  if (isChange || EVERY.has(prefix.at(-1) ?? '')) return prefix.length > 1;
  const isPlace = PLACE_WORDS.has(lastWord(prefix)) && prefix.some(isCopula);
  return isPlace && suffix.length === 1;
}

/**
 * With a word that says that something changed: "plays for Celtic" after "plays for Ajax", "has six developers" after "has five". What somebody likes, has
 * or uses may be more than one thing.
 */
export function isOtherPlace({ a, b, prefix, suffix }: Gap): boolean {
  const frame = [...prefix, ...suffix];
  if (prefix.length < 2) return false;
  if (UNSPACED.test(frame.join(''))) return isOtherUnspaced({ a, b, prefix, suffix });
  if (prefix.some((token) => CALLED.has(token)) || [a, b].every(areDays)) return true;
  if (a.length === 1 && b.length === 1 && [a, b].every(([token = '']) => isFigure(token))) return true;
  if (frame.some((token) => takesMany(token) || MANY_ATTRIBUTES.has(bare(token)))) return false;
  return PLACE_WORDS.has(lastWord(prefix)) || [a, b].every(([token = '']) => PLACE_WORDS.has(token));
}

function areDays(value: readonly string[]): boolean {
  const [day = ''] = value.filter((token) => !ARTICLES.has(token));
  return dayByName().has(day) || dayByName().has(day.replace(/s$/u, ''));
}

/** In scripts without blanks: the same but for a few signs, and both end alike, or what stands behind them does. */
function isOtherUnspaced({ a, b, prefix, suffix }: Gap): boolean {
  const frame = [...prefix, ...suffix].join('');
  if (a.length > LONGEST_UNSPACED || b.length > LONGEST_UNSPACED || takesMany(frame)) return false;
  return prefix.length > 1 && suffix.length > 1;
}

const LONGEST_UNSPACED = 8;

/** "The secretary is Ms Abel" after "The secretary is Ms Vogt": what is one and known has one name at a time. */
export function isOtherName({ a, b, prefix: before, suffix }: Gap, newer: string, older: string): boolean {
  const prefix = TITLES.has(before.at(-1) as string) ? before.slice(0, -1) : before;
  const isTitled = prefix.length < before.length;
  const text = prefix.join('');
  if (UNSPACED.test(text))
    return /[は是]$/u.test(text) && [newer, older].every((each) => NAMED_UNSPACED.test(nameIn(each)));
  if (suffix.length > 0 || isMany(prefix)) return false;
  if (/\p{Script=Cyrillic}/u.test(text))
    return [newer, older].every((each) => / [—–-] /u.test(each)) && areNames(a, b, newer, older);
  if (!isCopula(prefix.at(-1) ?? '') || !isDefinite(newer) || ANYBODY.has(prefix[0] as string)) return false;
  return (
    areNames(a, b, newer, older) && (isTitled || !GERMAN.has(firstWord(newer)) || [a, b].every(isPerson))
  );
}

/** What stands before "です" or a full stop. */
function nameIn(text: string): string {
  return text.replace(/(?:です|だ|である)?[。.]?$/u, '');
}

/** "Dmitri is the captain of the team" after "Rafael is the captain of the team". */
export function isOtherHolder(a: readonly string[], b: readonly string[], newer: string): boolean {
  let end = 0;
  while (end < Math.min(a.length, b.length) && a.at(-1 - end) === b.at(-1 - end)) end++;
  const said = a.slice(a.length - end);
  const heads = [a, b].map((all) => all.slice(0, all.length - end));
  if (said.length < 3 || !isCopula(said[0] as string) || !DEFINITE.has(said[1] as string)) return false;
  if (heads.some((head) => head.length === 0 || head.length > 2 || isNegated(head))) return false;
  const first = firstWord(newer);
  return !ARTICLES.has(first) && !POSSESSIVES.has(first) && !isMany(said);
}

function isMany(tokens: readonly string[]): boolean {
  return tokens.some(
    (token) => (MANY_ATTRIBUTES.has(bare(token)) && !AUTHORS.has(token)) || EVENT_VERBS.has(token),
  );
}

/** Who wrote a work is one, where it is said of one work. */
const AUTHORS: ReadonlySet<string> = new Set(['author', 'autor', 'autorin', 'auteur', 'autora', 'autore']);
/** Where nouns have capitals too. */
const GERMAN: ReadonlySet<string> = new Set('der die das mein meine unser unsere'.split(' '));

function isPerson(value: readonly string[]): boolean {
  return (
    value.length > 1 || TITLES.has(value[0] as string) || value.some((token) => /[\p{N}._/@-]/u.test(token))
  );
}

function isDefinite(text: string): boolean {
  return DEFINITE.has(firstWord(text)) || /^\p{L}+['’]s /u.test(text);
}

function firstWord(text: string): string {
  return (/^\p{L}+['’]?/u.exec(text)?.[0] ?? '').toLowerCase().replace('’', "'");
}

const MOST_NAMES = 4;

/** Every word of both begins with a capital, or is a figure or an address. */
function areNames(a: readonly string[], b: readonly string[], newer: string, older: string): boolean {
  return isName(a, newer) && isName(b, older);
}

function isName(value: readonly string[], text: string): boolean {
  return (
    value.length > 0 &&
    value.length <= MOST_NAMES &&
    value.every(
      (token) =>
        TITLES.has(token) ||
        /[\p{N}@_]/u.test(token) ||
        text.includes(` ${token.charAt(0).toUpperCase()}${token.slice(1, 2)}`) ||
        text.includes(` ${token.slice(0, 2).toUpperCase()}`),
    )
  );
}

function isFigure(token: string): boolean {
  return /^\p{N}/u.test(token) || numberOf(token) !== undefined;
}

function isCopula(token: string): boolean {
  return (
    COPULAS.has(token) ||
    PLURAL_COPULAS.has(token) ||
    ['was', 'war', 'était', 'fue', 'era', 'foi'].includes(token) ||
    (SINGLE_VERBS.has(token) && token === 'es')
  );
}

/** The last word that is no article. */
function lastWord(tokens: readonly string[]): string {
  return tokens.findLast((token) => !ARTICLES.has(token) || PLACE_WORDS.has(token)) ?? '';
}
