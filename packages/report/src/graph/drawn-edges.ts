import type { Edge } from '@memora/claims';
import type { PageClaim } from '../report-data.ts';

/** An edge to draw, between claim ids. */
export interface DrawnEdge {
  readonly from: string;
  readonly to: string;
  readonly type: string;
}

/** Relations that a reader wants to follow. All others only say that two claims are near each other. */
const FOLLOWED = new Set(['derives', 'depends_on', 'caused', 'learned_from', 'applies_to']);

/**
 * The edges that are drawn: unsettled contradictions, the next version of each superseded claim, and
 * dependencies. A value that changed twenty times becomes a chain of twenty lines, not a tangle of two
 * hundred.
 */
export function toDrawnEdges(
  edges: readonly Edge[],
  unsettled: readonly (readonly [string, string])[],
  find: (id: string) => PageClaim | undefined,
): DrawnEdge[] {
  const drawn: DrawnEdge[] = unsettled.map(([from, to]) => ({ from, to, type: 'contradicts' }));
  const next = new Map<string, { readonly id: string; readonly since: string }>();
  for (const { from, to, type } of edges) {
    if (FOLLOWED.has(type)) drawn.push({ from, to, type });
    if (type !== 'supersedes') continue;
    const since = find(from)?.from ?? '';
    const known = next.get(to);
    if (known === undefined || since < known.since || (since === known.since && from < known.id))
      next.set(to, { id: from, since });
  }
  for (const [to, { id }] of next) drawn.push({ from: id, to, type: 'supersedes' });
  return drawn;
}
