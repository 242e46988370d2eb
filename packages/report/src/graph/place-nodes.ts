import { hierarchy, pack } from 'd3-hierarchy';
import type { PageDisc } from '../report-data.ts';
import type { GraphLeaf } from './choose-nodes.ts';

/** A leaf with its position. */
interface PlacedLeaf {
  readonly leaf: GraphLeaf;
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

interface Circle {
  readonly region: number | null;
  readonly subject: number | null;
  readonly leaf: GraphLeaf | null;
  readonly children?: readonly Circle[];
}

const GAP = { betweenRegions: 9, betweenSubjects: 2.4, betweenClaims: 0.7 } as const;

/**
 * Packs circles into circles: claims into their subject, subjects into their region. The same leaves always get the same positions, and a filter moves nothing.
 */
export function placeNodes(
  leaves: readonly GraphLeaf[],
  radiusOf: (leaf: GraphLeaf) => number,
): { readonly placed: readonly PlacedLeaf[]; readonly discs: readonly PageDisc[] } {
  const root = hierarchy<Circle>(toTree(leaves)).sort(
    (a, b) => b.leaves().length - a.leaves().length || (a.data.subject ?? 0) - (b.data.subject ?? 0),
  );
  const packed = pack<Circle>()
    .radius(({ data }) => (data.leaf === null ? 1 : radiusOf(data.leaf)))
    .padding(({ depth, children }) =>
      depth === 0
        ? GAP.betweenRegions
        : children?.every((child) => child.children === undefined) === true && depth > 1
          ? GAP.betweenClaims
          : GAP.betweenSubjects,
    )(root);
  const placed: PlacedLeaf[] = [];
  const discs: PageDisc[] = [];
  for (const { x, y, r, depth, data } of packed.descendants()) {
    const at = { x: round(x), y: round(-y), r: round(r) };
    if (data.leaf !== null) placed.push({ leaf: data.leaf, ...at });
    else if (depth > 0 && data.region !== null)
      discs.push({ ...at, region: data.region, subject: data.subject });
  }
  return { placed, discs };
}

function toTree(leaves: readonly GraphLeaf[]): Circle {
  const regions = [...Map.groupBy(leaves, ({ region }) => region)].map(([region, ofRegion]): Circle => {
    const subjects = [...Map.groupBy(ofRegion, ({ subject }) => subject)].flatMap(([subject, ofSubject]) => {
      const circles = ofSubject.map((leaf): Circle => ({ region, subject, leaf }));
      // A single claim needs no circle around it.
      return subject === null || circles.length === 1
        ? circles
        : [{ region, subject, leaf: null, children: circles }];
    });
    return { region, subject: null, leaf: null, children: subjects };
  });
  return { region: null, subject: null, leaf: null, children: regions };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
