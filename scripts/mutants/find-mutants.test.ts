import { expect, it } from 'vitest';
import { choose, findMutants } from './find-mutants.ts';

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

it('chooses the same ones for a seed, each once', () => {
  const list = Array.from({ length: 50 }, (_, i) => i);
  const chosen = choose(list, 20, 7);
  expect(choose(list, 20, 7)).toEqual(chosen);
  expect(choose(list, 20, 8)).not.toEqual(chosen);
  expect(new Set(chosen).size).toBe(20);
});
