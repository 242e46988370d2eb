/** What the salience of a memory is made of. */
interface SalienceParts {
  /** How well it fits the question. */
  readonly relevance: number;
  /** When it was recalled last, or written where it never was: ISO 8601. */
  readonly last: string;
  /** How often it was recalled. */
  readonly count: number;
  /** From 0 to 1. */
  readonly trust: number;
}

const DAY = 86_400_000;
/** What each doubling of its recalls adds. */
const PER_DOUBLING = 0.15;

/** `relevance × 2^(−days/half-life) × (1 + .15·log2(1 + n)) × trust`: what fits, is fresh, is often wanted and is trusted. */
export function computeSalience(
  { relevance, last, count, trust }: SalienceParts,
  now: Date,
  halfLifeDays: number,
): number {
  return relevance * computeRecency(last, now, halfLifeDays) * computeFrequency(count) * trust;
}

/** 1 today, half of it after each half-life. A time that lies ahead, or is none, counts as now: clocks differ. */
export function computeRecency(last: string, now: Date, halfLifeDays: number): number {
  const days = (now.getTime() - Date.parse(last)) / DAY;
  return days > 0 ? 2 ** (-days / halfLifeDays) : 1;
}

/** 1 if it was never recalled. */
export function computeFrequency(count: number): number {
  return 1 + PER_DOUBLING * Math.log2(1 + Math.max(0, count));
}
