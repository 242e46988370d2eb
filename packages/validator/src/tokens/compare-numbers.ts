import type { TokenDisagreement } from './critical-token-report.ts';
import type { NumberToken } from './read-numbers.ts';

/** What a length of time or space is counted in, so that five decades are fifty years. */
const FACTORS: Readonly<Record<string, readonly [string, number]>> = {
  week: ['d', 7],
  min: ['s', 60],
  h: ['s', 3600],
  year: ['month', 12],
  decade: ['month', 120],
  century: ['month', 1200],
  km: ['m', 1000],
  cm: ['m', 0.01],
  mm: ['m', 0.001],
  kg: ['g', 1000],
  mg: ['g', 0.001],
  ml: ['l', 0.001],
  ms: ['s', 0.001],
};

/** Numbers of the statement that the evidence doesn't have, has with another unit, or bounds from the other side. */
export function compareNumbers(
  said: readonly NumberToken[],
  known: readonly NumberToken[],
): TokenDisagreement[] {
  const disagreements: TokenDisagreement[] = [];
  for (const token of said) {
    const same = known.filter((other) => sameAmount(token, other));
    const [first] = same;
    if (first === undefined) {
      if (known.some((other) => isBoundedBy(token, other))) continue;
      const nearest = known.find(({ unit }) => token.unit !== '' && unit === token.unit);
      disagreements.push({
        kind: 'number',
        statementToken: token.text,
        evidenceToken: nearest?.text ?? null,
        decisive: true,
      });
    } else if (same.every((other) => unitsClash(token.unit, other.unit))) {
      disagreements.push({
        kind: 'unit',
        statementToken: token.text,
        evidenceToken: first.text,
        decisive: true,
      });
    } else if (token.bound !== '' && same.every(({ bound }) => bound !== '' && bound !== token.bound)) {
      disagreements.push({
        kind: 'comparator',
        statementToken: `${BOUNDS[token.bound]} ${token.text}`,
        evidenceToken: `${BOUNDS[first.bound]} ${first.text}`,
        decisive: true,
      });
    }
  }
  return disagreements;
}

const BOUNDS = { '': '', above: '>', below: '<', about: '≈' };

function unitsClash(a: string, b: string): boolean {
  return (
    a !== b && a !== '' && b !== '' && FACTORS[a]?.[0] !== (FACTORS[b]?.[0] ?? b) && FACTORS[b]?.[0] !== a
  );
}

function sameAmount(a: NumberToken, b: NumberToken): boolean {
  if (a.values.some((value) => b.values.includes(value))) return true;
  const [left, right] = [FACTORS[a.unit], FACTORS[b.unit]];
  if (left === undefined && right === undefined) return false;
  if ((left?.[0] ?? a.unit) !== (right?.[0] ?? b.unit)) return false;
  return a.values.some((x) =>
    b.values.some((y) => Math.abs(x * (left?.[1] ?? 1) - y * (right?.[1] ?? 1)) < 1e-9 * Math.abs(x)),
  );
}

/** "More than 100,000" where the evidence says 258,000; "about 3 million" where it says 2.9 million. */
function isBoundedBy(said: NumberToken, known: NumberToken): boolean {
  if (said.bound === '' || (said.unit !== known.unit && known.unit !== '' && said.unit !== '')) return false;
  return said.values.some((limit) =>
    known.values.some((value) => {
      if (limit <= 0 || isYear(known)) return false;
      if (said.bound === 'above') return value >= limit && value <= limit * 10;
      if (said.bound === 'below') return value <= limit && value >= limit / 10;
      return Math.abs(value - limit) <= 0.1 * limit;
    }),
  );
}

function isYear({ values, unit, text }: NumberToken): boolean {
  const [value = 0] = values;
  return unit === '' && /^\d{4}$/.test(text) && value >= 1000 && value <= 2100;
}
