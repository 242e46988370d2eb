import { expect, it } from 'vitest';
import { generateFaultyVault } from './generate-vault.ts';
import { scoreChallenger } from './score-challenger.ts';

it('finds nine of ten planted faults and makes none up, in the study with less around them and another seed', async () => {
  const vault = generateFaultyVault(7, 0);
  expect(vault.faults.length).toBeGreaterThan(120);
  const { kinds } = await scoreChallenger(vault);
  const sum = (of: (kind: (typeof kinds)[number]) => number) =>
    kinds.reduce((total, kind) => total + of(kind), 0);
  const items = sum((kind) => kind.items);
  expect((items - sum((kind) => kind.falseItems)) / items).toBeGreaterThanOrEqual(0.9);
  const planted = sum((kind) => kind.planted.tuned + kind.planted.heldOut);
  expect(sum((kind) => kind.found.tuned + kind.found.heldOut) / planted).toBeGreaterThanOrEqual(0.9);
});

it('generates the same vault from the same seed', () => {
  expect([...generateFaultyVault(3, 0).notes]).toEqual([...generateFaultyVault(3, 0).notes]);
});
