import { type Blake3, fingerprint } from '@memora/core';

/** Steps from a leaf to the root: the other child at each level, `L` or `R` for its side. */
export type MerklePath = readonly string[];

const encoder = new TextEncoder();

/**
 * Hash of a leaf: BLAKE3 of a zero byte and the leaf's JSON (RFC 6962 distinguishes leaves and nodes in this
 * way).
 */
export function hashLeaf(leaf: readonly (string | number)[], blake3: Blake3 | undefined): string {
  return fingerprint(encoder.encode(`\0${JSON.stringify(leaf)}`), blake3);
}

/** The root over leaf hashes in order; the hash of an empty leaf if there are none. */
export function merkleRoot(leaves: readonly string[], blake3: Blake3 | undefined): string {
  let level = leaves;
  while (level.length > 1) level = nextLevel(level, blake3);
  return level[0] ?? hashLeaf([], blake3);
}

/** The path from leaf `index` to the root. */
export function merklePath(leaves: readonly string[], index: number, blake3: Blake3 | undefined): MerklePath {
  const path: string[] = [];
  let level = leaves;
  for (let at = index; level.length > 1; at >>= 1) {
    const other = level[at ^ 1];
    if (other !== undefined) path.push((at & 1 ? 'L' : 'R') + other);
    level = nextLevel(level, blake3);
  }
  return path;
}

/** Follows paths from leaves to their roots. Paths of one tree share nodes: each is hashed once. */
export function createPathFollower(blake3: Blake3 | undefined): (leaf: string, path: MerklePath) => string {
  const nodes = new Map<string, string>();
  const join = (left: string, right: string): string => {
    const key = left + right;
    let node = nodes.get(key);
    if (node === undefined) {
      node = hashNode(left, right, blake3);
      nodes.set(key, node);
    }
    return node;
  };
  return (leaf, path) =>
    path.reduce(
      (hash, step) => (step[0] === 'L' ? join(step.slice(1), hash) : join(hash, step.slice(1))),
      leaf,
    );
}

/** A node without a sibling moves up unchanged. */
function nextLevel(level: readonly string[], blake3: Blake3 | undefined): string[] {
  const next: string[] = [];
  for (let i = 0; i < level.length; i += 2) {
    const left = level[i] as string;
    const right = level[i + 1];
    next.push(right === undefined ? left : hashNode(left, right, blake3));
  }
  return next;
}

function hashNode(left: string, right: string, blake3: Blake3 | undefined): string {
  return fingerprint(encoder.encode(`\u0001${left}${right}`), blake3);
}
