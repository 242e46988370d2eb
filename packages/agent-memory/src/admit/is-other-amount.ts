import { readNumbers } from '@memora/language/numbers';
import { AT_TIME, CLOCK_VERBS, COPULAS, EVERY, SINGLE_VERBS } from '@memora/language/words';
import { type Gap, UNSPACED } from './align-statements.ts';
import { hasAttribute, isAttribute } from './is-attribute.ts';

/** "requests per minute" */
const LONGEST_UNIT = 4;

/** True where the figure alone differs, and it is an amount, a limit or a time of day: of these there is one at a time. `subject` is what stands before the verb. */
export function isOtherAmount(gap: Gap, subject: readonly string[]): boolean {
  if (!isFigure(gap)) return false;
  const hasVerb = subject.length < gap.prefix.length;
  return isAmount(gap) || isTimeOfDay(gap, hasVerb) || isLimit(gap, subject, hasVerb);
}

function isFigure({ a, b }: Gap): boolean {
  return a.length === 1 && b.length === 1 && [a, b].every(([token = '']) => /^\p{N}/u.test(token));
}

/** "every 30 days", "weighs 78 kg", "is 60 seconds": the number is one of a unit. */
function isAmount({ prefix, suffix, a: [figure = ''] }: Gap): boolean {
  const isOfUnit = [' ', ''].some((between) => {
    const [number] = readNumbers(`${figure}${between}${suffix[0] ?? ''}`);
    if (UNIT_UNSPACED.test(suffix.slice(0, 2).join(''))) return true;
    return number !== undefined && number.unit !== '' && (between === ' ' || UNSPACED.test(suffix[0] ?? ''));
  });
  return isOfUnit && prefix.some((token) => SINGLE_VERBS.has(token) || EVERY.has(token));
}

/** "The limit is 50 requests per minute", also as Russian says it, without a verb. */
function isLimit({ prefix, suffix }: Gap, subject: readonly string[], hasVerb: boolean): boolean {
  if (suffix.length > LONGEST_UNIT) return false;
  if (hasVerb) return hasAttribute(subject) || subject.some(isAttribute);
  return /\p{Script=Cyrillic}/u.test(prefix.join('')) && isAttribute(prefix[0] as string);
}

/** "The standup is at 9:30". */
function isTimeOfDay({ prefix, suffix, a: [hour = ''], b: [other = ''] }: Gap, hasVerb: boolean): boolean {
  const isClock = [hour, other].every((figure) => /^\d{1,2}:\d{2}$/u.test(figure));
  const text = prefix.join('');
  if (UNSPACED.test(text)) return /[は是]$/u.test(text) && (isClock || /^[時点點]/u.test(suffix[0] ?? ''));
  const isSaid =
    hasVerb ||
    prefix.some((token) => (CLOCK_VERBS.has(token) && !TRAVELS.has(token)) || COPULAS.has(token)) ||
    (/\p{Script=Cyrillic}/u.test(text) && prefix.length === 2);
  const isBehind = suffix.length === 0 || HOURS.has(suffix[0] as string);
  const areHours = Number(hour) <= 24 && Number(other) <= 24 && isBehind;
  return isSaid && AT_TIME.has(prefix.at(-1) as string) && (isClock || areHours);
}

/** Units of scripts without blanks. */
const UNIT_UNSPACED =
  /^(?:秒|分|小?时|時|天|日|周|週|个月|か月|ヶ月|月|年|元|円|米|メートル|公里|公斤|克|条|件|人|名)/u;

/** What stands behind an hour. */
const HOURS: ReadonlySet<string> = new Set('uhr h heures am pm a.m p.m часов horas ore'.split(' '));

/** What one thing does several times a day. */
const TRAVELS: ReadonlySet<string> = new Set(['leaves', 'arrives']);
