import type { Edge } from '@memora/claims';
import type { ClaimId } from '@memora/core';
import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageClaim, PageStatus } from '../report-data.ts';
import { buildClaimGraph } from './build-claim-graph.ts';
import { toDrawnEdges } from './drawn-edges.ts';

const claimOf = (i: number, subject: number, region: number, status: PageStatus = 'current'): PageClaim => ({
  id: String(i).padStart(16, '0'),
  subject,
  predicate: 'is',
  object: null,
  kind: 'fact',
  assertion: 'asserted',
  status,
  band: 'private',
  region,
  note: 0,
  line: 1,
  source: null,
  span: [0, 1],
  fingerprint: null,
  from: null,
  until: null,
  precision: 'unknown',
  confidence: 1,
  trust: 1,
  state: 'intact',
});

const claims = fc
  .array(fc.tuple(fc.nat(9), fc.nat(3), fc.constantFrom<PageStatus>('current', 'stale', 'contested')), {
    minLength: 1,
    maxLength: 120,
  })
  .map((all) => all.map(([subject, region, status], i) => claimOf(i, subject, region, status)));

describe('buildClaimGraph', () => {
  it('counts every claim once and keeps to the number of nodes', () => {
    fc.assert(
      fc.property(claims, fc.integer({ min: 20, max: 150 }), (all, most) => {
        const { graph, shown } = buildClaimGraph(all, [], most);
        expect(graph.nodes.length).toBeLessThanOrEqual(most);
        expect(graph.nodes.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
        expect(graph.nodes.flatMap(({ claim }) => (claim === null ? [] : [claim]))).toEqual([
          ...shown.keys(),
        ]);
        if (all.length <= most) expect(shown.length).toBe(all.length);
      }),
    );
  });

  it('lets no two dots overlap, and keeps each inside the circle of its region', () => {
    fc.assert(
      fc.property(claims, (all) => {
        const { nodes, discs } = buildClaimGraph(all, [], 1_000).graph;
        const apart = (a: (typeof nodes)[number], b: (typeof nodes)[number]) =>
          Math.hypot(a.x - b.x, a.y - b.y) - a.r - b.r;
        for (const [i, a] of nodes.entries())
          for (const b of nodes.slice(i + 1)) expect(apart(a, b)).toBeGreaterThan(-0.1);
        for (const node of nodes) {
          const disc = discs.find(({ region, subject }) => region === node.region && subject === null);
          if (disc === undefined) throw new TypeError('a region has a disc');
          expect(Math.hypot(node.x - disc.x, node.y - disc.y) + node.r).toBeLessThanOrEqual(disc.r + 0.1);
        }
      }),
      { numRuns: sampleOf(30) },
    );
  });

  it('shows what is disputed, stale or depended on before anything else', () => {
    const all = Array.from({ length: 300 }, (_, i) => claimOf(i, i % 40, i % 3));
    const disputed = [
      claimOf(900, 1, 1, 'contested'),
      claimOf(901, 2, 2, 'stale'),
      claimOf(902, 3, 0, 'contested'),
    ];
    const { shown } = buildClaimGraph([...all, ...disputed], [], 30);
    expect(shown).toEqual(expect.arrayContaining(disputed));
  });

  it('draws edges between shown claims only', () => {
    const all = [claimOf(0, 0, 0), claimOf(1, 0, 0)];
    const [a = '', b = ''] = all.map(({ id }) => id);
    const edges = [
      { from: a, to: b, type: 'contradicts' },
      { from: a, to: 'elsewhere', type: 'derives' },
      { from: b, to: b, type: 'derives' },
    ];
    const { graph } = buildClaimGraph(all, edges, 10);
    expect(graph.edges.map(({ type }) => type)).toEqual(['contradicts']);
  });
});

describe('toDrawnEdges', () => {
  const edge = (from: string, to: string, type: Edge['type']): Edge => ({
    from: from as ClaimId,
    to: to as ClaimId,
    type,
    weight: 1,
    recordedFrom: '',
    recordedUntil: null,
    metadata: {},
  });
  const years = ['2023', '2021', '2024', '2022'];
  const claims = years.map((year, i) => ({ ...claimOf(i, 0, 0), id: year, from: year }));
  const find = (id: string) => claims.find((claim) => claim.id === id);

  it('draws a value that changed often as a chain, not as a knot', () => {
    const knot = years.flatMap((newer) =>
      years.flatMap((older) =>
        newer > older ? [edge(newer, older, 'supersedes'), edge(newer, older, 'contradicts')] : [],
      ),
    );
    expect(
      toDrawnEdges(knot, [], find)
        .map(({ from, to }) => `${from} ${to}`)
        .sort(),
    ).toEqual(['2022 2021', '2023 2022', '2024 2023']);
  });

  it('draws unsettled contradictions and what rests on what, and no mere company', () => {
    const edges = [
      edge('2021', '2022', 'co_occurs'),
      edge('2021', '2022', 'contradicts'),
      edge('2023', '2022', 'depends_on'),
    ];
    expect(toDrawnEdges(edges, [['2024', '2021']], find)).toEqual([
      { from: '2024', to: '2021', type: 'contradicts' },
      { from: '2023', to: '2022', type: 'depends_on' },
    ]);
  });
});
