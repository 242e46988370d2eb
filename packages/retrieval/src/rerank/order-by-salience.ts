import type { Hit } from '../hit.ts';

export interface SalienceOptions {
  /** Now, for recency. */
  readonly now?: Date;
  /** Days after which a claim counts half as recent; 14 by default. */
  readonly halfLifeDays?: number;
  /** How much salience counts beside the score, 0–1; .3 by default. */
  readonly weight?: number;
}

const DAY = 86_400_000;
/** Other claims that say the same, beyond which more of them add little. */
const OFTEN = 3;

/**
 * What an agent should recall first of what was found: recent, often said, trusted. It orders the hits it is given and leaves none
 * out; for answers that cite, where only the question counts, it is not used.
 *
 * Salience is the mean of recency (halved each half-life since the fact held, else since it was recorded), frequency
 * (n / (n + 3) for n other claims that say the same) and trust.
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
