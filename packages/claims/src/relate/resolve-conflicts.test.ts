import type { ClaimId } from '@memora/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Conflict, type ConflictingClaim, resolveConflicts } from './resolve-conflicts.ts';

const id = (name: string) => name.padEnd(16, '0') as ClaimId;
const claim = (
  name: string,
  validFrom: string | null,
  extra: Partial<ConflictingClaim> = {},
): ConflictingClaim => ({
  id: id(name),
  validFrom,
  precision:
    validFrom === null
      ? 'unknown'
      : validFrom.length === 4
        ? 'year'
        : validFrom.length === 7
          ? 'month'
          : 'day',
  validUntil: null,
  trust: 1,
  ...extra,
});
const conflict = (a: string, b: string, singleValued = true): Conflict => ({
  a: id(a),
  b: id(b),
  reason: 'value',
  singleValued,
});

it('ends the older claim at the beginning of the newer one', () => {
  const { untilById, supersededBy, contested } = resolveConflicts(
    [claim('json', '2025-01-15'), claim('msgpack', '2025-09-12')],
    [conflict('msgpack', 'json')],
  );
  expect([...untilById]).toEqual([[id('json'), '2025-09-12']]);
  expect(supersededBy.get(id('json'))).toEqual([id('msgpack')]);
  expect(contested.size).toBe(0);
});

it('lets the one that says it replaces the other come after it where their dates order nothing, and only there', () => {
  const both = [claim('json', '2025-09'), claim('msgpack', '2025-09-12')];
  const says = (name: string) => [{ ...conflict('msgpack', 'json'), later: id(name) }];
  expect([...resolveConflicts(both, says('msgpack')).supersededBy]).toEqual([[id('json'), [id('msgpack')]]]);
  expect([...resolveConflicts(both, says('json')).supersededBy]).toEqual([[id('msgpack'), [id('json')]]]);
  const apart = [claim('json', '2025-09-13'), claim('msgpack', '2025-09-12')];
  expect([...resolveConflicts(apart, says('msgpack')).supersededBy]).toEqual([[id('msgpack'), [id('json')]]]);
  const trusted = [claim('json', '2025-09'), claim('msgpack', '2025-09-12', { trust: 0.7 })];
  expect(resolveConflicts(trusted, says('msgpack')).contested.size).toBe(2);
});

it('splices a claim that arrives late between its neighbours', () => {
  const all = [claim('a', '2023-01-01'), claim('c', '2025-01-01'), claim('b', '2024-01-01')];
  const { untilById, supersededBy } = resolveConflicts(all, [
    conflict('a', 'c'),
    conflict('c', 'b'),
    conflict('a', 'b'),
  ]);
  expect(untilById.get(id('a'))).toBe('2024-01-01');
  expect(untilById.get(id('b'))).toBe('2025-01-01');
  expect(supersededBy.get(id('a'))).toEqual([id('b')]);
});

it('keeps both, contested, where dates are equal, overlap or are missing', () => {
  for (const [a, b] of [
    ['2025-01-01', '2025-01-01'],
    ['2025', '2025-03-04'],
    [null, '2025-03-04'],
    [null, null],
  ] as const) {
    const { contested, untilById } = resolveConflicts([claim('a', a), claim('b', b)], [conflict('a', 'b')]);
    expect([...contested].sort()).toEqual([id('a'), id('b')]);
    expect(untilById.size).toBe(0);
  }
});

it('never lets a less trusted source end a more trusted one', () => {
  const { contested, untilById } = resolveConflicts(
    [claim('mine', '2024-01-01'), claim('web', '2025-01-01', { trust: 0.3 })],
    [conflict('mine', 'web')],
  );
  expect(untilById.size).toBe(0);
  expect(contested.size).toBe(2);
});

it('lets the windows that the texts state keep two values apart', () => {
  const { conflicts } = resolveConflicts(
    [claim('y23', '2023', { validUntil: '2024' }), claim('y24', '2024')],
    [conflict('y23', 'y24')],
  );
  expect(conflicts).toEqual([]);
});

it('follows what a person decided', () => {
  const pair = [claim('a', null), claim('b', null)];
  const resolved = resolveConflicts(pair, [conflict('a', 'b')], {
    resolved: [{ winner: id('b'), loser: id('a'), time: '2026-02-01T00:00:00Z' }],
    acknowledged: [],
  });
  expect(resolved.untilById.get(id('a'))).toBe('2026-02-01T00:00:00Z');
  const acknowledged = resolveConflicts(pair, [conflict('a', 'b')], {
    resolved: [],
    acknowledged: [[id('b'), id('a')]],
  });
  expect(acknowledged.contested.size).toBe(0);
  expect(acknowledged.conflicts[0]?.resolution).toBe('acknowledged');
});

it('depends on the set alone, not on its order or on repetitions', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const dates = [null, '2023', '2024-05', '2024-05-06', '2025-01-01'];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...dates), { minLength: 5, maxLength: 5 }),
      fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names), fc.boolean()), {
        maxLength: 10,
      }),
      fc.infiniteStream(fc.nat()),
      (from, pairs, random) => {
        const claims = names.map((name, i) => claim(name, from[i] ?? null));
        const single = new Map<string, boolean>();
        for (const [a, b, s] of pairs) single.set([a, b].sort().join(), s);
        const conflicts = pairs.map(([a, b]) => conflict(a, b, single.get([a, b].sort().join())));
        const shuffle = <T>(list: T[]) =>
          list
            .map((x) => [random.next().value, x] as const)
            .sort((x, y) => x[0] - y[0])
            .map((x) => x[1]);
        const again = resolveConflicts(
          shuffle(claims),
          shuffle([...conflicts, ...conflicts].map((c) => ({ ...c, a: c.b, b: c.a }))),
        );
        const once = resolveConflicts(claims, conflicts);
        expect(again.conflicts).toEqual(once.conflicts);
        expect([...again.untilById].sort()).toEqual([...once.untilById].sort());
        expect([...again.contested].sort()).toEqual([...once.contested].sort());
      },
    ),
  );
});
