import { expect, it } from 'vitest';
import type { TeamScope } from '../team/scopes.ts';
import { createScopeKeys } from './scope-keys.ts';

const scopesOf = (count: number): TeamScope[] =>
  Array.from(
    { length: count },
    (_, i): TeamScope => ({ id: 7 + 3 * i, kind: 'workspace', owner: '', epoch: 1, publishedAt: null }),
  );

it.each([1, 3, 1_000])('are numbers of their own, whatever keys %i scopes have', (count) => {
  const scopes = scopesOf(count);
  const keys = createScopeKeys(scopes);
  const own = [0, 1, 20_000, 2 ** 21, 2 ** 31 / 3, 2 ** 31 - 1, 2 ** 31, 2 ** 38 + 1].map(Math.floor);
  const pairs = scopes.flatMap(({ id }) => own.map((key) => [id, key] as const));
  const all = pairs.map(([scope, key]) => keys.toKey(scope, key));
  expect(new Set(all).size).toBe(pairs.length);
  expect(all.every((key) => Number.isSafeInteger(16 * key))).toBe(true);
  expect(all.map((key) => [keys.fromKey(key).scope.id, keys.fromKey(key).key])).toEqual(pairs);
  const [ids, ownKeys] = keys.pairs(all);
  expect(ids.map((id, i) => [id, ownKeys[i]])).toEqual(pairs);
  const split = keys.split([-1, ...all]);
  expect(split.flatMap(({ keys: found, toKey }) => found.map(toKey))).toEqual(all);
});

it('are small as far as there is room, and in the order of the scopes', () => {
  const keys = createScopeKeys(scopesOf(3));
  const all = [7, 10, 13].flatMap((scope) =>
    [1, 5_000_000, 500_000_000].map((key) => keys.toKey(scope, key)),
  );
  expect(all).toEqual([...all].sort((a, b) => a - b));
  expect(Math.max(...all)).toBeLessThan(2 ** 31);
});
