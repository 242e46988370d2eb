import type { PageClaim } from '../report-data.ts';

/** A leaf of the graph: one claim, or a group of claims of one subject or region. */
export interface GraphLeaf {
  readonly claim: PageClaim | null;
  readonly region: number;
  /** Null for the remaining claims of a region. */
  readonly subject: number | null;
  readonly count: number;
}

/** The share of nodes that are single claims if not all claims can be. */
const SINGLE_SHARE = 0.6;

/**
 * Chooses at most `most` nodes: every claim if they fit. Otherwise the claims with the highest `weightOf` are single nodes, the others form a group for each of
 * the biggest subjects, and the rest one group for each region.
 */
export function chooseNodes(
  claims: readonly PageClaim[],
  weightOf: (claim: PageClaim) => number,
  most: number,
): GraphLeaf[] {
  if (claims.length <= most) return claims.map(toLeaf);
  const ranked = claims
    .map((claim, i) => ({ claim, i, weight: weightOf(claim) }))
    .sort((a, b) => b.weight - a.weight || a.i - b.i);
  const single = ranked.slice(0, Math.floor(most * SINGLE_SHARE)).sort((a, b) => a.i - b.i);
  const rest = ranked.slice(single.length).map(({ claim }) => claim);
  const heaps = [...Map.groupBy(rest, ({ region, subject }) => `${region} ${subject}`).values()]
    .map(toHeap)
    .sort((a, b) => b.count - a.count || a.region - b.region || (a.subject ?? 0) - (b.subject ?? 0));
  const regions = new Set(heaps.map(({ region }) => region)).size;
  const room = Math.max(0, most - single.length - regions);
  const left = [...Map.groupBy(heaps.slice(room), ({ region }) => region)].map(([region, ofRegion]) => ({
    claim: null,
    region,
    subject: null,
    count: ofRegion.reduce((sum, { count }) => sum + count, 0),
  }));
  return [...single.map(({ claim }) => toLeaf(claim)), ...heaps.slice(0, room), ...left].slice(0, most);
}

function toLeaf(claim: PageClaim): GraphLeaf {
  return { claim, region: claim.region, subject: claim.subject, count: 1 };
}

function toHeap(claims: readonly PageClaim[]): GraphLeaf {
  const [first] = claims as readonly [PageClaim];
  if (claims.length === 1) return toLeaf(first);
  return { claim: null, region: first.region, subject: first.subject, count: claims.length };
}
