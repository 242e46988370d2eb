/** Converts lengths to one base unit, so that five decades equal fifty years. */
const FACTORS: Readonly<Record<string, readonly [string, number]>> = {
  min: ['s', 60],
  h: ['s', 3600],
  d: ['s', 86_400],
  week: ['s', 604_800],
  year: ['month', 12],
  decade: ['month', 120],
  century: ['month', 1200],
  km: ['m', 1000],
  cm: ['m', 0.01],
  mm: ['m', 0.001],
  kg: ['g', 1000],
  mg: ['g', 0.001],
  t: ['g', 1e6],
  μg: ['g', 1e-6],
  ml: ['l', 0.001],
  ms: ['s', 0.001],
  mb: ['kb', 1e3],
  gb: ['kb', 1e6],
  tb: ['kb', 1e9],
  khz: ['hz', 1e3],
  mhz: ['hz', 1e6],
  ghz: ['hz', 1e9],
  kw: ['w', 1e3],
  mw: ['w', 1e6],
  gw: ['w', 1e9],
};
const BASES = new Set(Object.values(FACTORS).map(([base]) => base));

/** An amount as written, and in the base unit of its kind. */
export function amountsOf(value: number, unit: string): string[] {
  const [base, factor] = FACTORS[unit] ?? [unit, 1];
  const amounts = [roundedText(value)];
  if (unit === '%') amounts.push(`f${(value / 100).toPrecision(6)}`);
  if (BASES.has(base)) amounts.push(`${(value * factor).toPrecision(12)} ${base}`);
  return amounts;
}

function roundedText(value: number): string {
  return String(Number(value.toPrecision(12)));
}

const YEN = new Set(['yen', 'yuan', '¥']);

/** True if two numbers have different units and different amounts. */
export function unitsClash(
  a: string,
  b: string,
  keysA: readonly string[],
  keysB: readonly string[],
): boolean {
  if (a === b || a === '' || b === '' || (YEN.has(a) && YEN.has(b))) return false;
  return !keysA.some((key) => key.includes(' ') && keysB.includes(key));
}
