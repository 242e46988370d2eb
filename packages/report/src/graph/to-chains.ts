import type { ClaimId } from '@memora/core';
import type { PageClaim } from '../report-data.ts';
import type { ReportChain } from '../vault-report.ts';

interface Branch {
  readonly claim: PageClaim;
  readonly dependents: Map<ClaimId, Branch>;
}

/**
 * The paths from invalid claims to stale ones, joined to trees: one for each invalid claim, those with the
 * most dependents first. A path through a claim that may not be shown is left out.
 */
export function toChains(
  stale: readonly { readonly path: readonly ClaimId[] }[],
  find: (id: ClaimId) => PageClaim | undefined,
): ReportChain[] {
  const roots = new Map<ClaimId, Branch>();
  for (const { path } of stale) {
    const claims = path.map((id) => find(id));
    if (claims.includes(undefined)) continue;
    let level = roots;
    for (const [i, id] of path.entries()) {
      const known = level.get(id) ?? { claim: claims[i] as PageClaim, dependents: new Map() };
      level.set(id, known);
      level = known.dependents;
    }
  }
  return [...roots.values()]
    .map(toChain)
    .sort((a, b) => countChain(b) - countChain(a) || (a.claim.id < b.claim.id ? -1 : 1));
}

/** The number of claims that depend on the first claim of a chain. */
export function countChain({ dependents }: ReportChain): number {
  return dependents.reduce((sum, each) => sum + 1 + countChain(each), 0);
}

function toChain({ claim, dependents }: Branch): ReportChain {
  return { claim, dependents: [...dependents.values()].map(toChain) };
}
