import { dayByName } from '@memora/language/calendar';
import { numberOf } from '@memora/language/numbers';
import {
  ARTICLES,
  AT_TIME,
  BEGINS,
  CALLED,
  CLOCK_VERBS,
  COPULAS,
  EVENT_VERBS,
  INDEFINITES,
  isSupportVerb,
  LEANING_WORDS,
  MANY_ATTRIBUTES,
  OF_WORDS,
  ONE_OF_MANY,
  PLACE_WORDS,
  PLURAL_COPULAS,
  readChanges,
  type SaidChange,
  SINGLE_VERBS,
  saysMarried,
  saysParted,
  saysTogether,
  saysUnmarried,
  saysWhere,
  UNSPACED_ATTRIBUTES,
  UNSPACED_ROLES,
  UNSPACED_VERBS,
} from '@memora/language/words';
import {
  align,
  bare,
  type Gap,
  isForm,
  rememberTexts,
  sameWord,
  tokensOf,
  toPlain,
  UNSPACED,
} from './align-statements.ts';
import { areParts, areStates, isOtherHolder, isOtherName, isOtherPlace } from './has-other-slot.ts';
import { hasAttribute, isAttribute } from './is-attribute.ts';
import { isNegated, isNegation } from './is-negated.ts';
import { isOtherAmount } from './is-other-amount.ts';
import {
  contentOf,
  isMoved,
  isNamedReplaced,
  isOtherVersion,
  isReplaced,
  isSucceeded,
} from './is-replaced.ts';

/**
 * True where the newer of two statements plainly tells that the older one no longer holds: it says so ("no longer", "moved to", "now"), or it gives an
 * attribute of which there is one at a time another value. What may be a second value is none: whoever asked is told of it instead.
 */
export function replacesStatement(newer: string, older: string): boolean {
  const [text, before] = [toPlain(newer), toPlain(older)];
  if (text.length > LONGEST || before.length > LONGEST) return false;
  const b = eventIn(before);
  if (isMarried(text, before, b)) return true;
  if (isNegated(b)) return false;
  if (isParted(text, before)) return true;
  const clauses = newer.split(/[;\u2014] /u);
  if (clauses.length > 1 && clauses.some((clause) => replacesStatement(clause, older))) return true;
  const changes = readChanges(text);
  if (changes.length === 0) return hasOtherValue(eventIn(text), b, newer, older);
  return changes.some((change) => tells(change, text, before, b));
}

/** "got married to Peter" after "is single". */
function isMarried(text: string, before: string, b: readonly string[]): boolean {
  return saysMarried(text) && saysUnmarried(before) && sameWord(tokensOf(text)[0] as string, b[0]);
}

/** "Ana and Ben broke up" after "Ana is dating Ben". */
function isParted(text: string, before: string): boolean {
  if (!saysParted(text) || !saysTogether(before)) return false;
  const names = tokensOf(text.replace(/'s(?!\p{L})/gu, ''));
  const [who = '', ...rest] = tokensOf(before.replace(/'s(?!\p{L})/gu, ''));
  return names.includes(who) && names.includes(rest.at(-1) ?? '');
}

/** When something begins is when it is. */
function eventOf(tokens: readonly string[]): string[] {
  return tokens.map((token) => BEGINS.get(token) ?? figureOf(token));
}

/** The words of a text that is held against several others. */
const eventIn = rememberTexts((text: string): readonly string[] => eventOf(tokensOf(text)));

/** "six" as "6". */
function figureOf(token: string): string {
  const value = token.length > 2 && !UNSPACED.test(token) ? numberOf(token) : undefined;
  return value === undefined ? token : String(value);
}

/** Longer texts, in UTF-16 units, say several things at once. */
const LONGEST = 300;

function tells(
  { kind, start, rest }: SaidChange,
  text: string,
  before: string,
  b: readonly string[],
): boolean {
  switch (kind) {
    case 'now':
      return isOtherNow(eventOf(tokensOf(rest)), b, rest);
    case 'ended':
      return hasEnded(rest, before, b);
    case 'instead':
      return isReplaced(tokensOf(text), b) || isMoved(tokensOf(text), b) || isNamedReplaced(text, b);
    case 'successor':
      return isSucceeded(tokensOf(text), b);
    case 'name': {
      const named = followsHead(text, start, b);
      if (named !== null && named.length < 3 && hasAttribute(tokensOf(text.slice(0, start)))) return true;
      const called = b.findIndex((token) => CALLED.has(token));
      return called > 0 && isReplaced(tokensOf(text.replace(/ to .*$/u, '')), b.slice(0, called));
    }
    case 'version':
      return isOtherVersion(tokensOf(text.slice(0, start)), tokensOf(text.slice(start)), b);
    case 'place':
      return saysWhere(before) && followsHead(text, start, b) !== null;
    case 'date': {
      const said = followsHead(text, start, b);
      const isTime = (token: string) =>
        /\p{N}/u.test(token) || HAN_NUMBER.test(token) || dayByName().has(token);
      return said?.some(isTime) === true;
    }
    case 'amount': {
      const said = followsHead(text, start, b, HAS);
      return said !== null && sharesUnit(tokensOf(text).map(figureOf), said);
    }
  }
}

/** What the older one says of the subject that the change is told of; null where it is not about that, or not what that is or costs. */
function followsHead(
  text: string,
  start: number,
  b: readonly string[],
  verbs: ReadonlySet<string> = NO_MORE,
): readonly string[] | null {
  const all = tokensOf(text.slice(0, start));
  const topic = all.indexOf('は');
  const head = topic < 0 ? all : all.slice(0, topic + 1);
  if (head.length === 0 || !head.every((token, i) => sameWord(token, b[i]))) return null;
  const said = b.slice(head.length);
  return topic >= 0 ||
    SINGLE_VERBS.has(said[0] ?? '') ||
    PLURAL_COPULAS.has(said[0] ?? '') ||
    CLOCK_VERBS.has(said[0] ?? '') ||
    verbs.has(said[0] ?? '') ||
    isBare(said[0] ?? '')
    ? said
    : null;
}

const NO_MORE: ReadonlySet<string> = new Set();
/** What is counted is had. */
const HAS: ReadonlySet<string> = new Set(
  'has have hat haben a ont tiene tienen ha hanno tem têm heeft'.split(' '),
);

/** What a sentence without a verb goes on with: an hour in Chinese, a day in Russian. */
function isBare(token: string): boolean {
  return HAN_NUMBER.test(token) || /^\p{N}/u.test(token) || ['в', 'во', 'на'].includes(token);
}

const HAN_NUMBER = /^[一二三四五六七八九十两]$/u;

/** A number is followed by the same in both, or by nothing. */
function sharesUnit(a: readonly string[], b: readonly string[]): boolean {
  const unitsOf = (tokens: readonly string[]) =>
    new Set(
      tokens.flatMap((token, i) =>
        /^\p{N}/u.test(token) ? [token.replace(/^[\p{N}.,]+/u, '') || (tokens[i + 1] ?? '')] : [],
      ),
    );
  const other = unitsOf(b);
  return [...unitsOf(a)].some((unit) => other.has(unit));
}

/** "Tom now works at Bosch" after "Tom works at Siemens". */
function isOtherNow(a: readonly string[], b: readonly string[], rest: string): boolean {
  const aligned = align(a, b);
  if (aligned === null) return isOtherHolder(a, b, rest);
  if (areStates(aligned) || areParts(aligned, true)) return true;
  if (areValues(aligned) && isOtherPlace(aligned)) return true;
  const { prefix: before } = aligned;
  if (isTimeOf(aligned)) return true;
  const copula = before.findIndex((token) => COPULAS.has(token));
  if (isOtherAmount(aligned, copula < 0 ? before : before.slice(0, copula))) return true;
  const isCopula = aligned.prefix.some((token) => COPULAS.has(token));
  // "now drives a Fiat" after "drives a Ford": one of many things that somebody is says less.
  const gap = isCopula && ![aligned.a, aligned.b].every(hasFigure) ? aligned : withoutArticles(aligned);
  if (!areValues(gap)) return false;
  const { prefix, suffix } = gap;
  const frame = [...prefix, ...suffix].join('');
  if (UNSPACED.test(frame))
    return (
      UNSPACED_ATTRIBUTES.test(prefix.join('')) || UNSPACED_VERBS.test(frame) || prefix.at(-1) === STANDS_AT
    );
  if ([...prefix, ...suffix].some((token) => MANY_ATTRIBUTES.has(bare(token)))) return false;
  const verb = prefix.findIndex((token) => SINGLE_VERBS.has(token) || CLOCK_VERBS.has(token));
  if (verb < 0) return /\p{Script=Cyrillic}/u.test(frame) && prefix.length > 1 && prefix.some(isAttribute);
  if (!COPULAS.has(prefix[verb] as string)) return verb > 0;
  // "Rosa is now happy" says nothing against "Rosa is tall"; "The database is now PostgreSQL 16" does against "is MySQL 8".
  if ([gap.a, gap.b].every((value) => value.length > 1 && value.some((token) => /\p{N}/u.test(token))))
    return true;
  return verb > 1 || verb < prefix.length - 1 || isAttribute(prefix[0] as string);
}

/** "wakes up at 7:30" after "wakes up at 6": with a word of a change it is the hour, whatever is done. */
function isTimeOf({ prefix, suffix, a, b }: Gap): boolean {
  const areHours = [a, b].every(
    ([hour = '', ...more]) => /^\d{1,2}(?:[:.h]\d{2})?$/u.test(hour) && more.length === 0,
  );
  return areHours && AT_TIME.has(prefix.at(-1) ?? '') && suffix.length < 2 && prefix.length > 2;
}

/** In Chinese: where something is. */
const STANDS_AT = '在';

/** "さんです" */
const HONORIFIC = 4;

/** "a Pixel 8" is one thing by its name. */
function hasFigure(value: readonly string[]): boolean {
  return value.some((token) => /^\p{N}/u.test(token));
}

/** Both begin with an article of the same kind, which is left out. */
function withoutArticles(gap: Gap): Gap {
  const [x = '', y = ''] = [gap.a[0], gap.b[0]];
  if (!ARTICLES.has(x) || !ARTICLES.has(y)) return gap;
  return { ...gap, a: gap.a.slice(1), b: gap.b.slice(1) };
}

/** The same sentence about an attribute of which there is one, or about an amount, with another value. */
function hasOtherValue(a: readonly string[], b: readonly string[], newer: string, older: string): boolean {
  const aligned = align(a, b);
  if (aligned === null) return isOtherHolder(a, b, newer);
  // "é a Helena", "é o Vítor": in Portuguese names have articles.
  const gap = aligned.prefix.at(-1) === 'é' ? withoutArticles(aligned) : aligned;
  if (areStates(gap) || areParts(gap, false)) return true;
  if (!areValues(gap)) return false;
  const { prefix, suffix } = gap;
  if (isOtherName(gap, newer, older)) return true;
  const verb = prefix.findIndex((token) => COPULAS.has(token));
  const frame = [...prefix, ...suffix];
  if (INDEFINITES.has(prefix[0] as string)) return false;
  if (frame.some((token) => MANY_ATTRIBUTES.has(bare(token)))) return false;
  // What happened twice is two events; "is called" is none.
  if (verb < 0 && frame.some((token) => EVENT_VERBS.has(token))) return false;
  const subject = verb < 0 ? prefix : prefix.slice(0, verb);
  if (isOtherAmount(gap, subject)) return true;
  if (suffix.length <= HONORIFIC && UNSPACED_ROLES.test(prefix.join(''))) return true;
  if (suffix.length > 2) return false;
  const isValues = looksLikeValue(gap.a, newer) && looksLikeValue(gap.b, older);
  if (UNSPACED.test(prefix.join(''))) return UNSPACED_ATTRIBUTES.test(prefix.join('')) && isValues;
  if (verb < 0)
    return (
      isValues &&
      subject.length > 1 &&
      // A preposition: what follows is of another thing.
      (subject.at(-1) as string).length > 2 &&
      subject.some(isAttribute) &&
      /\p{Script=Cyrillic}/u.test(prefix.join(''))
    );
  if (subject.length > 1 && (hasAttribute(subject) || prefix.at(-1) === 'called')) return true;
  const isOf = subject.some((token, i) => /'s?$/u.test(token) || (i > 0 && OF_WORDS.has(token)));
  return isValues && (isOf || subject.some(isAttribute));
}

/** A capital, a digit, a sign within a word or another script: a name or a figure, and no description. */
function looksLikeValue(value: readonly string[], text: string): boolean {
  return value.some(
    (token) =>
      /[\p{N}_/@-]/u.test(token) ||
      dayByName().has(token) ||
      text.includes(token.charAt(0).toUpperCase() + token.slice(1)) ||
      (UNSPACED.test(text) && /[\p{Script=Latin}\p{Script=Katakana}]/u.test(token)) ||
      (/\p{Script=Cyrillic}/u.test(text) && /\p{Script=Latin}/u.test(token)),
  );
}

/** "Marta no longer drives a Golf" after "Marta drives a Golf": all that the older one says, and nothing else. */
function hasEnded(rest: string, before: string, b: readonly string[]): boolean {
  const a = tokensOf(rest.replace(BUT, ''));
  if (UNSPACED.test(before)) {
    // How one says "is", and how many, goes with what has ended.
    const said = b.filter((token) => !ENDINGS.has(token));
    const kept = said.filter((token) => a.includes(token)).length;
    const own = a.filter((token) => !b.includes(token) && !ENDINGS.has(token)).length;
    return a[0] === b[0] && kept >= said.length * 0.8 && own <= said.length * 0.25;
  }
  const [x, y] = [a, b].map((all) =>
    contentOf(all).filter(
      (token) => !OF_WORDS.has(token) && !PLACE_WORDS.has(token) && !isSupportVerb(token),
    ),
  ) as [string[], string[]];
  const missing = y.filter((token) => !x.some((other) => isForm(token, other))).length;
  const own = x.filter((token) => !y.some((other) => isForm(token, other))).length;
  if (y.length < 2 || !sameWord(x[0] ?? '', y[0])) return false;
  return missing === 0 ? own === 0 : missing === 1 && own <= 1 && y.length > 2;
}

const ENDINGS: ReadonlySet<string> = new Set('でですだまるせんなくい一辆个只本位了');

/** What is so instead follows. */
const BUT = /,? (?:but|sondern|mais|sino|pero|ma|bensì|mas|а|но) .*$/u;

/** Both are short and of one kind: a place and a name, or a figure and a name, are no two values of one thing. */
function areValues({ a, b }: Gap): boolean {
  const kindOf = (tokens: readonly string[]) =>
    `${LEANING_WORDS.has(tokens[0] ?? '')} ${ARTICLES.has(tokens[0] ?? '')} ${tokens.some((token) => /^\p{N}+$/u.test(token))}`;
  return isValue(a) && isValue(b) && kindOf(a) === kindOf(b);
}

function isValue(tokens: readonly string[]): boolean {
  if (tokens.length === 0 || tokens.length > (UNSPACED.test(tokens.join('')) ? 10 : 5)) return false;
  const [first = '', ...rest] = tokens;
  if (ONE_OF_MANY.has(first) || INDEFINITES.has(first) || tokens.some(isNegation)) return false;
  return !rest.some((token) => LEANING_WORDS.has(token));
}
