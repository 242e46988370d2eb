import { expect, it } from 'vitest';
import { createNameSet } from './create-name-set.ts';

it('knows every name that was added, and takes next to none for one that was not', () => {
  const names = createNameSet(100);
  for (let i = 0; i < 300_000; i++) names.add(`Harbor ${i}`);
  for (let i = 0; i < 300_000; i += 7) expect(names.has(`Harbor ${i}`)).toBe(true);
  let mistaken = 0;
  for (let i = 0; i < 100_000; i++) if (names.has(`Pier ${i}`)) mistaken++;
  expect(mistaken).toBeLessThan(40);
});

it('is exact while it is small', () => {
  const names = createNameSet();
  names.add('Harbor');
  expect([names.has('Harbor'), names.has('Pier'), names.has('')]).toEqual([true, false, false]);
});
