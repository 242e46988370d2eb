import type { ClaimId } from '@memora/core';

/** `derived` was derived from `source`. */
export interface Derivation {
  readonly derived: ClaimId;
  readonly source: ClaimId;
}

/** Why a claim is stale: the path of derivations from an invalid claim to it. */
export interface StalePath {
  readonly claimId: ClaimId;
  /** Begins with the invalid claim and ends with `claimId`; a shortest path, the first by ids. */
  readonly path: readonly ClaimId[];
}

/** The derivations as adjacency lists, built once for any number of queries. */
interface ProvenanceGraph {
  /**
   * Returns the claims that depend on the invalid claims, at any depth, in breadth-first order. `stopAt` are
   * claims that a person re-validated: they stay valid, and nothing becomes invalid through them.
   */
  readonly fallout: (fallen: Iterable<ClaimId>, stopAt?: ReadonlySet<ClaimId>) => StalePath[];
  /** Returns the cycle that deriving `derived` from `source` would close, with `derived` first and last; null if it closes none. */
  readonly cycleOf: (derived: ClaimId, source: ClaimId) => readonly ClaimId[] | null;
}

/** Builds the graph of derivations. Time and memory are linear in the edges; a cycle in the data is walked only once. */
export function createProvenanceGraph(derivations: Iterable<Derivation>): ProvenanceGraph {
  const derivedBySource = new Map<ClaimId, ClaimId[]>();
  for (const { derived, source } of derivations) {
    const known = derivedBySource.get(source);
    if (known === undefined) derivedBySource.set(source, [derived]);
    else known.push(derived);
  }
  for (const list of derivedBySource.values()) if (list.length > 1) list.sort();

  const fallout = (fallen: Iterable<ClaimId>, stopAt: ReadonlySet<ClaimId> = new Set()): StalePath[] => {
    const parentById = new Map<ClaimId, ClaimId | null>();
    const queue: ClaimId[] = [];
    for (const id of [...fallen].sort()) {
      if (!parentById.has(id)) {
        parentById.set(id, null);
        queue.push(id);
      }
    }
    const roots = queue.length;
    for (let i = 0; i < queue.length; i++) {
      const source = queue[i] as ClaimId;
      for (const derived of derivedBySource.get(source) ?? []) {
        if (parentById.has(derived) || stopAt.has(derived)) continue;
        parentById.set(derived, source);
        queue.push(derived);
      }
    }
    return queue.slice(roots).map((claimId) => ({ claimId, path: pathTo(claimId, parentById) }));
  };

  const cycleOf = (derived: ClaimId, source: ClaimId): readonly ClaimId[] | null => {
    if (derived === source) return [derived, derived];
    const way = fallout([derived]).find((stale) => stale.claimId === source);
    return way === undefined ? null : [...way.path, derived];
  };

  return { fallout, cycleOf };
}

function pathTo(claimId: ClaimId, parentById: ReadonlyMap<ClaimId, ClaimId | null>): ClaimId[] {
  const path: ClaimId[] = [];
  for (let at: ClaimId | null = claimId; at !== null; at = parentById.get(at) ?? null) path.push(at);
  return path.reverse();
}
