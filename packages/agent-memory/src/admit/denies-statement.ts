import { monthWords } from '@memora/language/calendar';
import { readNumbers } from '@memora/language/numbers';
import {
  ARTICLES,
  BORN_UNSPACED,
  BORN_VERBS,
  COPULAS,
  EVENT_VERBS,
  FILLERS,
  isPastOf,
  isSupportVerb,
  ONCE_VERBS,
  THE_ONE,
  toThird,
} from '@memora/language/words';
import { align, type Gap, rememberTexts, sameWord, tokensOf, toPlain, UNSPACED } from './align-statements.ts';
import { isNegated, isNegation } from './is-negated.ts';

/**
 * True where two statements can't both hold, though neither says that something changed: the one denies what the other says, gives another figure of one
 * unit, or another year or place of what happens once. What may be two events, or two of a kind, is none.
 */
export function deniesStatement(newer: string, older: string): boolean {
  const [text, before] = [plainOf(newer), plainOf(older)];
  if (text.length > LONGEST || before.length > LONGEST) return false;
  const [a, b] = [tokensOf(text), tokensOf(before)];
  const gap = align(a, b);
  if (gap !== null && (hasOtherOrigin(gap) || hasOtherDay(gap))) return true;
  if (UNSPACED.test(text) && toAffirmed(text) === toAffirmed(before)) return true;
  if (isNegated(a) !== isNegated(b)) return saysSameBut(a, b);
  return gap !== null && hasOtherFigure(gap);
}

/** Longer texts, in UTF-16 units, say several things at once. */
const LONGEST = 300;
const YEAR = /^(?:1[0-9]|20)\d\d$/u;

const plainOf = rememberTexts((text: string) => withoutAlready(toPlain(text)));

/** In Chinese what is done already, and what is not, are told by one sign more; what is so again was not so. */
function withoutAlready(text: string): string {
  return text.replace(/没有/gu, '没').replace(/已经?/gu, '').replace(AGAIN, ' ').replace(/ +/gu, ' ').trim();
}

const AGAIN =
  /(?<!\p{L})(?:again|wieder|[àd]e? nouveau|de nuevo|otra vez|di nuovo|de novo|novamente|снова|опять)(?!\p{L})/gu;

/** The same words in the same order, but for the negation and what carries it. */
function saysSameBut(a: readonly string[], b: readonly string[]): boolean {
  const [x, y] = [contentOf(a), contentOf(b)];
  const [denied, all, said] = isNegated(a) ? [x, y, a] : [y, x, b];
  // "does not run a bakery" denies "runs a bakery with four people", and not the other way about.
  const isPart = denied.length < all.length && denied.length > 2;
  if (denied.length < 2 || (denied.length !== all.length && !isPart)) return false;
  const stated = all.slice(0, denied.length);
  const other = denied.findIndex((token, i) => !sameWord(token, stated[i]));
  if (other < 0) return true;
  return (
    isCarried(said, denied[other] as string, stated[other] as string) &&
    denied.every((token, i) => i === other || sameWord(token, stated[i]))
  );
}

/** "does not teach" and "teaches": what carries the negation has the ending of the verb. */
function isCarried(tokens: readonly string[], verb: string, form: string): boolean {
  // Before "않습니다" a verb has another ending.
  if (HANGUL.test(verb) && HANGUL.test(form)) return verb.slice(0, 2) === form.slice(0, 2);
  const carrier = tokens[tokens.indexOf(verb) - 2] ?? '';
  if (carrier === 'did') return isPastOf(form, verb);
  return carrier === 'does' && toThird(verb) === form;
}

const HANGUL = /^\p{Script=Hangul}{3,}$/u;

function contentOf(tokens: readonly string[]): string[] {
  return tokens.filter(
    (token) =>
      !isNegation(token) &&
      !isSupportVerb(token) &&
      ![FILLERS, ARTICLES, COPULAS].some((words) => words.has(token)),
  );
}

/** "needs 200 g of butter" and "needs 250 g of butter". */
function hasOtherFigure({ prefix, suffix, a, b }: Gap): boolean {
  const [x = '', y = ''] = [a[0], b[0]];
  if (a.length !== 1 || b.length !== 1 || !/^\p{N}/u.test(x) || !/^\p{N}/u.test(y)) return false;
  const frame = [...prefix, ...suffix];
  if (YEAR.test(x) && YEAR.test(y)) return happensOnce(frame);
  if (frame.some((token) => EVENT_VERBS.has(token))) return false;
  const [number] = readNumbers(`${x} ${suffix[0] ?? ''}`);
  const [joined] = readNumbers(`${x}${suffix[0] ?? ''}`);
  if (['', ' '].some((between) => UNIT.test(suffix.join(between)))) return true;
  return (number?.unit ?? '') !== '' || (UNSPACED.test(suffix[0] ?? '') && (joined?.unit ?? '') !== '');
}

/** "was born in Turin" and "was born in Genoa". */
function hasOtherOrigin({ prefix, suffix, a, b }: Gap): boolean {
  const isShort = [a, b].every((value) => value.length > 0 && value.length < 5);
  // In Portuguese a place stands behind `no`, which denies elsewhere.
  const others = [a, b].flatMap((value) => (value[0] === 'no' && value.length > 1 ? value.slice(1) : value));
  if (!isShort || isNegated(others) || isTimeOf(a) !== isTimeOf(b)) return false;
  if (isTimeOf(a) && [a, b].some((value) => YEAR.test(value.at(-1) ?? '')) && a.length !== b.length)
    return false;
  return (
    [...prefix, ...suffix].some((token) => BORN_VERBS.has(token)) ||
    BORN_UNSPACED.test(`${prefix.join('')} ${suffix.join('')}`)
  );
}

/** "in May", "on 3 May", "1984": when and no place. */
function isTimeOf(value: readonly string[]): boolean {
  months ??= new Set(monthWords());
  return value.some((token) => /^\p{N}/u.test(token) || months?.has(token) === true);
}

let months: ReadonlySet<string> | undefined;

/** "The last audit took place on 3 May" and "on 8 May": of what is the first or the last there is one day. */
function hasOtherDay({ prefix, suffix, a, b }: Gap): boolean {
  const isDay = (value: readonly string[]) =>
    value.length === 1 && /^\p{N}{1,2}\.?$/u.test(value[0] as string);
  return (
    isDay(a) &&
    isDay(b) &&
    prefix.slice(0, 3).some((token) => THE_ONE.has(token)) &&
    /^\p{L}{3}/u.test(suffix[0] ?? '')
  );
}

/** A sentence in Japanese or Chinese without what denies it at its end, or before its verb. */
function toAffirmed(text: string): string {
  return text
    .replace(/では?(?:ありません|ない)$|じゃない$/u, 'です')
    .replace(/ません$/u, 'ます')
    .replace(/ていない$/u, 'ている')
    .replace(/なかった$/u, 'た')
    .replace(/[不没](?=[\p{sc=Han}])/gu, '');
}

/** Units as they are written in scripts of their own. */
const UNIT =
  /^(?:(?:г|кг|мг|л|мл|км|см|мм)(?!\p{L})|(?:克|公斤|千克|毫升|升|公里|度|グラム|キロ|リットル|メートル))/u;

function happensOnce(frame: readonly string[]): boolean {
  return (
    frame.some((token) => ONCE_VERBS.has(token) || BORN_VERBS.has(token)) ||
    ONCE_UNSPACED.test(frame.join(''))
  );
}

const ONCE_UNSPACED = /建于|建於|開通|開業|創業|設立|建て|生まれ|建成|成立|创立|通车|出生/u;
