import { tokensOf, toPlain } from '@memora/agent-memory/internal';
import { toThird } from '@memora/language/words';

/**
 * True where a statement gives as so what another one tells has been: "The tank holds 300 litres" beside "The tank was enlarged from 300 to 420 litres", whatever is done with
 * the litres, and "It tows a sonar" beside "It used to tow a sonar".
 */
export function tellsWhatWas(statement: string, other: string): boolean {
  return !PAST.test(statement) && (hasFormerFigure(statement, other) || hasFormerHabit(statement, other));
}

/** A statement of the past is none of what is so. */
const PAST = /\b(?:was|were|had|did|used to|formerly|previously|until|before|from)\b/iu;

const CHANGE =
  /^(?<thing>.{3,80}?) (?:(?:was|were|has been|have been|is|are|got) )?\p{Ll}+ from (?<old>\d[\d.,]*)(?: (?<oldUnit>\p{L}+))? to (?<now>\d[\d.,]*)(?: (?<unit>\p{L}+))?/u;

/** The figure before a change, of the same thing and in the same unit. */
function hasFormerFigure(statement: string, other: string): boolean {
  const { thing = '', old = '', now = '', oldUnit, unit = oldUnit } = CHANGE.exec(other)?.groups ?? {};
  const said = new Set(tokensOf(toPlain(statement)));
  const figures = statement.match(/(?<![\p{L}\p{N}])\d[\d.,]*\d|(?<![\p{L}\p{N}])\d(?![\p{L}\p{N}])/gu) ?? [];
  return (
    old !== '' &&
    old !== now &&
    figures.length === 1 &&
    figures[0] === old &&
    unit !== undefined &&
    said.has(unit.toLowerCase()) &&
    tokensOf(toPlain(thing)).every((token) => said.has(token))
  );
}

const HABIT =
  /^(?<who>.{1,60}?) used to (?<verb>\p{Ll}+) (?<what>[^.!?]+?)(?:,? (?:but|until|before|and then|till) .*)?[.!]?$/u;

/** What somebody used to do, told as what they do. */
function hasFormerHabit(statement: string, other: string): boolean {
  const { who, verb = '', what } = HABIT.exec(other)?.groups ?? {};
  if (who === undefined) return false;
  const said = tokensOf(toPlain(statement)).join(' ');
  return [verb, toThird(verb)].some((form) => said === tokensOf(toPlain(`${who} ${form} ${what}`)).join(' '));
}
