import type { ClaimId } from '@memora/core';
import { describe, expect, it } from 'vitest';
import { countChain, toChains } from './graph/to-chains.ts';
import { toTime } from './html/render-timelines.ts';
import type { PageClaim } from './report-data.ts';
import { toHealth } from './to-health.ts';
import { toTimelines } from './to-timelines.ts';

const claim = (id: string, more: Partial<PageClaim> = {}): PageClaim => ({
  id,
  subject: 0,
  predicate: 'is',
  object: null,
  kind: 'fact',
  assertion: 'asserted',
  status: 'current',
  band: 'private',
  region: 0,
  note: 0,
  line: 1,
  source: { before: '', text: id, after: '' },
  span: [0, 1],
  fingerprint: null,
  from: null,
  until: null,
  precision: 'day',
  confidence: 1,
  trust: 1,
  state: 'intact',
  ...more,
});

describe('toChains', () => {
  const find = (id: string) => (id === 'hidden' ? undefined : claim(id));
  const paths = (...all: string[]) => all.map((path) => ({ path: path.split(' ') as ClaimId[] }));

  it('joins the ways from one fallen claim to a tree, and puts the one that brings down most first', () => {
    const chains = toChains(paths('x y', 'a b', 'a b c', 'a d'), find);
    expect(chains.map(({ claim: { id } }) => id)).toEqual(['a', 'x']);
    expect(chains.map(countChain)).toEqual([3, 1]);
    expect(chains[0]?.dependents.map(({ claim: { id } }) => id)).toEqual(['b', 'd']);
    expect(chains[0]?.dependents[0]?.dependents[0]?.claim.id).toBe('c');
  });

  it('leaves out a way through what is not to be shown', () => {
    expect(toChains(paths('a hidden b', 'a c'), find).map(countChain)).toEqual([1]);
  });
});

describe('toTimelines', () => {
  it('keeps what is said of one thing together, oldest first', () => {
    const claims = [
      claim('red', { predicate: 'is painted', from: '2024', until: '2025' }),
      claim('umea', { predicate: 'stands in', from: '2023' }),
      claim('blue', { predicate: 'Is painted', from: '2025' }),
    ];
    const [timeline] = toTimelines(claims, ['The pump']);
    expect(timeline?.subject).toBe('The pump');
    expect(timeline?.lanes.map((lane) => lane.map(({ id }) => id))).toEqual([['umea'], ['red', 'blue']]);
  });

  it('tells no history where there is none, and none of questions or of what cannot be shown', () => {
    expect(toTimelines([claim('a', { from: '2024' }), claim('b', { from: '2024' })], ['x'])).toEqual([]);
    const untold = [
      claim('a', { from: '2024' }),
      claim('b', { from: '2025', assertion: 'question' }),
      claim('c', { from: '2026', source: null }),
    ];
    expect(toTimelines(untold, ['x'])).toEqual([]);
  });
});

describe('toTime', () => {
  it('reads dates of every precision', () => {
    expect(['2026', '2026-03', '2026-Q2', '2026-03-04', '2026-03-04T05:06:07Z'].map(toTime)).toEqual([
      Date.UTC(2026, 0),
      Date.UTC(2026, 2),
      Date.UTC(2026, 3),
      Date.UTC(2026, 2, 4),
      Date.UTC(2026, 2, 4, 5, 6, 7),
    ]);
    expect(toTime(null)).toBeNaN();
  });
});

it('toHealth names the notes whose claims do not all stand, the worst first', () => {
  const claims = [
    claim('a', { note: 0 }),
    claim('b', { note: 1, state: 'relocated' }),
    claim('c', { note: 2, state: 'changed' }),
    claim('d', { note: 2, state: 'gone' }),
  ];
  expect(toHealth(claims, ['fine.md', 'moved.md', 'changed.md'])).toEqual([
    { note: 'changed.md', claims: 2, relocated: 0, changed: 1, gone: 1 },
    { note: 'moved.md', claims: 1, relocated: 1, changed: 0, gone: 0 },
  ]);
});
