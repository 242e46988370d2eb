/** The components of a memory's salience. */
interface SalienceParts {
  /** Its relevance to the question. */
  readonly relevance: number;
  /** When it was last recalled, or written if it never was: ISO 8601. */
  readonly last: string;
  /** Number of recalls. */
  readonly count: number;
  /** From 0 to 1. */
  readonly trust: number;
}

const DAY = 86_400_000;
const HALF_LIFE_DAYS = 14;
/** The increase for each doubling of its recalls. */
const PER_DOUBLING = 0.15;

/** `relevance × 2^(−days/half-life) × (1 + .15·log2(1 + n)) × trust`: relevant, fresh, often recalled and trusted memories come first. */
export function computeSalience({ relevance, last, count, trust }: SalienceParts, now: Date): number {
  return relevance * computeRecency(last, now) * computeFrequency(count) * trust;
}

/** 1 today, halved every 14 days. A future or invalid time counts as now, because clocks differ. */
export function computeRecency(last: string, now: Date): number {
  const days = (now.getTime() - Date.parse(last)) / DAY;
  return days > 0 ? 2 ** (-days / HALF_LIFE_DAYS) : 1;
}

/** 1 if it was never recalled. */
export function computeFrequency(count: number): number {
  return 1 + PER_DOUBLING * Math.log2(1 + Math.max(0, count));
}
