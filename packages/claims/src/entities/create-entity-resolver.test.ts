import { expect, it } from 'vitest';
import { setupVault, type TestVault } from '../testing-fixtures/setup-vault.ts';

async function graphOf(vault: TestVault): Promise<unknown> {
  const claims = (await vault.claims()).map(({ id, status, validUntil }) => `${id} ${status} ${validUntil}`);
  const edges = (await vault.store.edges()).map(
    ({ from, to, type }) => `${type} ${[from, to].sort().join(' ')}`,
  );
  return [...claims, ...edges].sort();
}

it('relates the notes alike where a note bears a name with its article, and a note of the bare name comes later', async () => {
  const first = {
    'The Mill.md': '# The Mill\n\nOn the river.\n',
    'log/a.md': '---\ndate: 2026-01-20\n---\n# 2026-01-20\n\n## The Mill\n\nDeadline: 12 April 2026\n',
  };
  const second = '---\ndeadline: 2026-03-01\ndate: 2025-11-03\n---\n# Mill\n\nIts wheel.\n';
  await using once = await setupVault({ ...first, 'Mill.md': second });
  await once.index();
  await using stepwise = await setupVault(first);
  await stepwise.index();
  stepwise.write('Mill.md', second);
  await stepwise.index();
  expect(await graphOf(stepwise)).toEqual(await graphOf(once));
});
