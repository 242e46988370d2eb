import { type NumberToken, namesTimes, readRates } from '@memora/language/numbers';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import { disagree } from '../contract/disagree.ts';

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
  const others = said.filter(
    ({ unit }, i) => !known.has(unit) && said.findIndex((rate) => rate.unit === unit) === i,
  );
  if (others.length === 0) return [];
  const [theirs] = readRates(evidence);
  return others.map(({ text }) => disagree('unit', text, theirs?.text));
}
