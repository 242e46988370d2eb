import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { LEFT_TO_WHOLE } from '../test-lanes.ts';
import { choose, findMutants } from './find-mutants.ts';
import { listMutant, placeMutant, readMutants } from './listed-mutants.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const SOURCE = `export function isOpen(band: 'open' | 'secret', held: boolean): boolean {
  if (!held) return true;
  return band === 'open' && held;
}
`;

it('finds each operator, condition and truth value, and nothing in types', () => {
  const changed = findMutants('a.ts', SOURCE).map(
    ({ line, original, replacement }) => `${line}: ${original} -> ${replacement}`,
  );
  expect(changed.sort()).toEqual([
    '2: ! -> ',
    '2: !held -> false',
    '2: true -> false',
    '3: && -> ||',
    '3: === -> !==',
  ]);
});

it('chooses the same mutants for a seed, each once', () => {
  const list = Array.from({ length: 50 }, (_, i) => i);
  const chosen = choose(list, 20, 7);
  expect(choose(list, 20, 7)).toEqual(chosen);
  expect(choose(list, 20, 8)).not.toEqual(chosen);
  expect(new Set(chosen).size).toBe(20);
});

it('lists sixty faults, a third each in proving, hiding and storing, and finds most of them at their current places', () => {
  const listed = readMutants();
  for (const area of ['proof', 'privacy', 'store'])
    expect(listed.filter((each) => each.area === area).length).toBe(20);
  const placed = listed.flatMap((each) => {
    const mutant = placeMutant(each, ROOT);
    return mutant === undefined ? [] : [{ each, again: listMutant(each.area, mutant, ROOT) }];
  });
  for (const { each, again } of placed) expect(each).toMatchObject(again);
  const named = listed.flatMap(({ noticedBy, noticedByWhole }) => noticedBy ?? noticedByWhole ?? []);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(listed.filter(({ noticedBy }) => noticedBy !== undefined && noticedBy in LEFT_TO_WHOLE)).toEqual([]);
  // If fewer are left, choose others: `node scripts/mutants.ts --choose SEED`.
  expect(placed.length).toBeGreaterThan(50);
});
