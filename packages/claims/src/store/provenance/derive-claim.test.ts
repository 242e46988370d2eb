import type { ClaimId } from '@memora/core';
import { expect, it } from 'vitest';
import { toLedgerDecisions } from '../../ledger/ledger-decisions.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const none = toLedgerDecisions([]);

it('makes what was derived stale when a source goes, and current again when it returns', async () => {
  const source = 'Orion depends on Redis.\n';
  await using vault = await setupVault({
    'source.md': source,
    'summary.md': 'Orion needs one cache.\n',
    'plan.md': 'Capacity was planned for one cache.\n',
  });
  await vault.index();
  const byNote = new Map((await vault.claims()).map((claim) => [claim.notePath, claim.id]));
  const [fact, summary, plan] = ['source.md', 'summary.md', 'plan.md'].map(
    (path) => byNote.get(path) as ClaimId,
  );
  if (fact === undefined || summary === undefined || plan === undefined)
    throw new Error('three claims expected');
  await vault.store.derive(summary, [fact]);
  await vault.store.derive(plan, [summary]);
  expect((await vault.store.fallout(fact)).map(({ path }) => path)).toEqual([
    [fact, summary],
    [fact, summary, plan],
  ]);
  expect(await vault.store.staleness(none)).toEqual([]);

  vault.write('source.md', 'Orion depends on Memcached.\n');
  await vault.index();
  expect((await vault.store.staleness(none)).map(({ claimId }) => claimId)).toEqual([summary, plan]);
  expect(
    (await vault.claims())
      .filter(({ status }) => status === 'stale')
      .map(({ id }) => id)
      .sort(),
  ).toEqual([summary, plan].sort());

  vault.write('source.md', source);
  await vault.index();
  expect((await vault.claims()).some(({ status }) => status === 'stale')).toBe(false);
});

it('refuses a claim that would rest on itself, naming the way round, and writes nothing', async () => {
  await using vault = await setupVault({
    'a.md': 'Orion depends on Redis.\n',
    'b.md': 'Vega depends on Redis.\n',
  });
  await vault.index();
  const [a, b] = await vault.claims();
  if (a === undefined || b === undefined) throw new Error('two claims expected');
  await vault.store.derive(a.id, [b.id]);
  await expect(vault.store.derive(b.id, [a.id])).rejects.toMatchObject({ code: 'DERIVATION_CYCLE' });
  await expect(vault.store.derive(b.id, ['0'.repeat(16) as ClaimId])).rejects.toMatchObject({
    code: 'CLAIM_NOT_FOUND',
  });
  expect(await vault.store.edges()).toHaveLength(1);
});
