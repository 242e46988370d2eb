import {
  type AskedKind,
  asksDuration,
  countsAsked,
  holdsDuration,
  holdsFigure,
  holdsTime,
} from '@memora/language/asked';
import type { RatedUnit } from './choose-units.ts';
import type { Unit } from './unit.ts';

/** So much of what is asked for is held by what is found far behind: nearest is not the same as near. */
const ENOUGH_FAR_BEHIND = 0.8;
/** The same of what says how long: little else does. */
const ENOUGH_OF_DURATION = 0.6;

/** What a text may tell in one line among much else about the same thing: the number of something, and when it was. */
const HOLDS: Readonly<Partial<Record<AskedKind, (text: string) => boolean>>> = {
  'how-many': holdsFigure,
  'how-much': holdsFigure,
  when: holdsTime,
};

/** True where more is to be looked through before it is said that no note knows, or before points of a list are counted. */
export function isToldOnce(chosen: readonly Unit[], asked: AskedKind, question: string): boolean {
  if (asked === 'how-many' && !asksDuration(question))
    return !chosen.some((unit) => countsAsked(question, textOf(unit)));
  return asked in HOLDS && chosen.length === 0;
}

/** True where a text can be what is looked for at all. */
export function mayTell(text: string, asked: AskedKind, question: string): boolean {
  if (asksDuration(question)) return holdsDuration(text);
  return HOLDS[asked]?.(text) === true;
}

/** True for a unit that is hard to take for an answer to something else. */
export function tellsItAlone({ unit, coverage }: RatedUnit, asked: AskedKind, question: string): boolean {
  if (asksDuration(question)) return coverage >= ENOUGH_OF_DURATION;
  if (coverage < ENOUGH_FAR_BEHIND) return false;
  return asked !== 'how-many' || countsAsked(question, textOf(unit));
}

function textOf({ blocks }: Unit): string {
  return blocks.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n');
}
