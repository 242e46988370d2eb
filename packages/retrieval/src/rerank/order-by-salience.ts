import type { Hit } from '../hit.ts';

export interface SalienceOptions {
  /** The current time, for recency. */
  readonly now?: Date;
  /** Half-life of recency in days; 14 by default. */
  readonly halfLifeDays?: number;
  /** The weight of salience relative to the score, 0–1; .3 by default. */
  readonly weight?: number;
}

const DAY = 86_400_000;
/** The number of equal claims after which further ones add little. */
const OFTEN = 3;

/**
 * Orders hits by what an agent should recall first: recent, often repeated, trusted. It only reorders and drops none. Do not use it for answers that
 * cite, where only the question counts.
 *
 * Salience is the mean of recency (halved each half-life since the fact held, or else since it was recorded), frequency (n / (n + 3) for n other
 * claims that say the same) and trust.
 */
export function orderBySalience(
  hits: readonly Hit[],
  saidElsewhere: ReadonlyMap<string, number>,
  { now = new Date(), halfLifeDays = 14, weight = 0.3 }: SalienceOptions = {},
): Hit[] {
  const worth = new Map(
    hits.map((hit) => {
      const { claim } = hit;
      const since = Date.parse(claim.validFrom ?? claim.recordedFrom);
      const days = Number.isFinite(since)
        ? Math.max(0, (now.getTime() - since) / DAY)
        : Number.POSITIVE_INFINITY;
      const count = saidElsewhere.get(claim.id) ?? 0;
      const salience = (2 ** (-days / halfLifeDays) + count / (count + OFTEN) + claim.trust) / 3;
      return [hit, (1 - weight) * hit.score + weight * salience] as const;
    }),
  );
  return [...hits].sort(
    (a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0) || (a.claim.id < b.claim.id ? -1 : 1),
  );
}
