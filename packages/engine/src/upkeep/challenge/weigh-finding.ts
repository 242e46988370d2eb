import { dayDistance } from './day-distance.ts';
import type { Finding } from './finding.ts';

/** The inputs of a finding's weight, in addition to the finding. */
interface WeighOptions {
  /** ISO 8601, a day. */
  readonly today: string;
  /** How many notes link to a note. */
  readonly linksTo: (notePath: string) => number;
}

const BY_SEVERITY = { high: 2, medium: 1, low: 0 } as const;
/** After this many days a finding counts half as recent. The same holds for days in the future. */
const HALF_LIFE = 30;

/**
 * Weighs findings by severity, by the distance of their day, and by the number of claims that depend on them
 * or of links to their note.
 */
export function createWeigher({
  today,
  linksTo,
}: WeighOptions): (finding: Finding, impact: number) => number {
  return ({ severity, day, claims }, impact) => {
    const away = day == null ? null : Math.abs(dayDistance(day, today));
    const recency = away === null ? 0 : 0.5 ** (away / HALF_LIFE);
    const links = Math.max(0, ...claims.map(({ notePath }) => linksTo(notePath)));
    return BY_SEVERITY[severity] + 2 * recency + Math.log2(1 + impact) + Math.log2(1 + links) / 4;
  };
}
