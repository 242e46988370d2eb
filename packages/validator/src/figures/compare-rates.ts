import { isTime, type NumberToken, namesTimes, readRates } from '@memora/language/numbers';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import { disagree } from '../contract/disagree.ts';

/** `Twice a year` is `every six months`: where something is counted, any length of time in the evidence may come to it. */
const COUNTED = /(?:twice|thrice|times|mal|fois|veces|volte|vezes|keer|раза?|kez|kere|回|次|번)\s?$/iu;

/**
 * Rates of the statement by a unit of time that the evidence names nowhere: `300 euros per month` beside `300 euros`, or beside `300 euros per week`.
 * Which amount of several a rate belongs to is not asked.
 */
export function compareRates(
  statement: string,
  evidence: string,
  numbers: readonly NumberToken[],
): TokenDisagreement[] {
  const said = readRates(statement);
  if (said.length === 0) return [];
  const known = namesTimes(evidence, numbers);
  const hasLength = numbers.some(({ unit }) => isTime(unit));
  const mayCome = (start: number) =>
    hasLength && COUNTED.test(statement.slice(Math.max(0, start - 8), start));
  const others = said.filter(
    ({ unit, start }, i) =>
      !known.has(unit) && !mayCome(start) && said.findIndex((rate) => rate.unit === unit) === i,
  );
  if (others.length === 0) return [];
  const [theirs] = readRates(evidence);
  return others.map(({ text }) => disagree('unit', text, theirs?.text));
}
