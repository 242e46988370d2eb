import type { PageClaim } from '../report-data.ts';

/** A leaf of the graph: one claim, or a heap of claims of one subject or of one region. */
export interface GraphLeaf {
  readonly claim: PageClaim | null;
  readonly region: number;
  /** Null for what is left of a region. */
  readonly subject: number | null;
  readonly count: number;
}

/** Of every ten nodes, this many are single claims where not all can be. */
const SINGLE_SHARE = 0.6;

/**
 * What becomes a node where at most `most` may be: every claim if they fit. Else the claims that matter most, by `weightOf`,
 * stand alone, the others in a heap for each of the biggest subjects, and the rest in one heap for each region.
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
