import type { PageClaim, PageGraph } from '../report-data.ts';
import { chooseNodes, type GraphLeaf } from './choose-nodes.ts';
import type { DrawnEdge } from './drawn-edges.ts';
import { placeNodes } from './place-nodes.ts';

/** The weight of each reason to give a claim its own dot if not every claim can have one. */
const WEIGHT: Readonly<Record<string, number>> = { contradicts: 8, depends_on: 4, derives: 4, supersedes: 3 };
const STATUS_WEIGHT: Readonly<Record<string, number>> = { contested: 20, stale: 20, superseded: 2 };

/** The graph of a report, and the claims that have a node of their own, in the order that `PageNode.claim` counts. */
export function buildClaimGraph(
  claims: readonly PageClaim[],
  drawn: readonly DrawnEdge[],
  most: number,
): { readonly graph: PageGraph; readonly shown: readonly PageClaim[] } {
  const weight = new Map<string, number>();
  const dependents = new Map<string, number>();
  for (const { from, to, type } of drawn) {
    for (const id of [from, to]) weight.set(id, (weight.get(id) ?? 0) + (WEIGHT[type] ?? 1));
    if (type === 'derives' || type === 'depends_on') dependents.set(to, (dependents.get(to) ?? 0) + 1);
  }
  const leaves = chooseNodes(
    claims,
    ({ id, status, kind }) =>
      (weight.get(id) ?? 0) + (STATUS_WEIGHT[status] ?? 0) + (kind === 'decision' ? 6 : 0),
    most,
  );
  const radiusOf = ({ claim, count }: GraphLeaf): number =>
    claim === null
      ? 3 + 1.4 * Math.sqrt(count)
      : 3 + Math.min(5, 1.5 * Math.sqrt(dependents.get(claim.id) ?? 0));
  const { placed, discs } = placeNodes(leaves, radiusOf);
  const shown: PageClaim[] = [];
  const nodeById = new Map<string, number>();
  const nodes = placed.map(({ leaf, x, y, r }, i) => {
    if (leaf.claim !== null) nodeById.set(leaf.claim.id, i);
    const claim = leaf.claim === null ? null : shown.push(leaf.claim) - 1;
    return { x, y, r, claim, subject: leaf.subject, region: leaf.region, count: leaf.count };
  });
  const graphEdges = drawn.flatMap(({ from, to, type }) => {
    const [a, b] = [nodeById.get(from), nodeById.get(to)];
    return a === undefined || b === undefined || a === b ? [] : [{ from: a, to: b, type }];
  });
  return { graph: { nodes, discs, edges: graphEdges }, shown };
}
