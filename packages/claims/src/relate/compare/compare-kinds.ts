import { monthWords, weekdayWords } from '@memora/language/calendar';
import type { Frame } from './frame.ts';
import type { StatementToken } from './statement-token.ts';

/**
 * True where two sentences say two kinds of things of one subject, which hold side by side: a place and a floor, a place and a time, a name and a state,
 * a price and what it is for some. Fields are of one kind by their key.
 */
export function areOfOtherKinds(a: Frame, b: Frame): boolean {
  if (a.article === undefined || b.article === undefined) return false;
  const [kind, other] = [kindOf(a.object), kindOf(b.object)];
  const [x, y] = [a.relation.preposition, b.relation.preposition];
  if (x !== undefined && y !== undefined && x !== y) return true;
  if (kind === 'value' || other === 'value')
    return kind !== other || a.object[0]?.kind !== b.object[0]?.kind || isQualified(a) !== isQualified(b);
  return a.article !== b.article || (a.relation.name !== 'be' && kind !== other);
}

type Kind = 'value' | 'name' | 'word';

function kindOf(object: readonly StatementToken[]): Kind {
  const [first] = object;
  if (first !== undefined && (first.kind !== 'word' || isTimeWord(first.key))) return 'value';
  return object.some((token) => token.kind !== 'word' || token.name) ? 'name' : 'word';
}

/** `15 euros for students` beside `20 euros`: more is said than the value. */
function isQualified({ object }: Frame): boolean {
  return object.some((token) => token.kind === 'word' && !isTimeWord(token.key));
}

let timeWords: ReadonlySet<string> | undefined;

/** True for a day of the week and for a month. */
export function isTimeWord(key: string): boolean {
  timeWords ??= new Set([...weekdayWords(), ...monthWords()]);
  return timeWords.has(key);
}

/** A name has fewer words than a description, which may be a translation. */
const LONGEST_NAME = 2;

/** A description in Latin letters beside one in others: whether they say the same, no word tells. */
export function areInOtherScripts({ object: a }: Frame, { object: b }: Frame): boolean {
  if (Math.max(a.length, b.length) <= LONGEST_NAME) return false;
  const [x, y] = [a, b].map((object) => object.some(({ key }) => NOT_LATIN.test(key)));
  return x !== y;
}

const NOT_LATIN = /(?!\p{Script=Latin})\p{L}/u;
