import { expect, it } from 'vitest';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

/** Two sentences that can't both hold, each so many times. */
const opposites = (times: number): string => 'Ida likes tea. Ida does not like tea. '.repeat(times);

async function conflictsOf(notes: Record<string, string>) {
  await using vault = await setupVault(notes);
  await vault.index();
  const edges = await vault.store.edges();
  return {
    conflicts: edges.filter(({ type }) => type === 'contradicts').length,
    statuses: [...new Set((await vault.claims()).map(({ status }) => status))],
    claims: (await vault.claims()).length,
  };
}

it('sets every claim against every claim that denies it, up to 128 on each side', async () => {
  expect(await conflictsOf({ 'a.md': opposites(128) })).toEqual({
    claims: 256,
    conflicts: 128 ** 2,
    statuses: ['contested'],
  });
});

it('keeps conflicts in step with the claims where a note denies itself hundreds of times, and leaves none of them out', async () => {
  for (const times of [200, 400]) {
    const { claims, conflicts, statuses } = await conflictsOf({ 'a.md': opposites(times) });
    expect([claims, statuses]).toEqual([2 * times, ['contested']]);
    expect(conflicts).toBe(2 * 64 * times - 64 ** 2);
  }
});

it('gives the same conflicts whatever the order of the notes, and the same after one of them is touched', async () => {
  await using vault = await setupVault({ 'a.md': opposites(150), 'b.md': 'Ida likes tea.' });
  await vault.index();
  const pairs = async () =>
    (await vault.store.edges()).map(({ from, to, type }) => `${[from, to].sort()} ${type}`).sort();
  const before = await pairs();
  vault.write('b.md', 'Ben likes ale. Ida likes tea.');
  await vault.index();
  expect(await pairs()).toEqual(before);
  vault.remove('b.md');
  await vault.index();
  vault.write('b.md', 'Ida likes tea.');
  await vault.index();
  expect(await pairs()).toEqual(before);
});
