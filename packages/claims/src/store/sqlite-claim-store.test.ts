import { createSecretCodec } from '@memora/privacy/keyring';
import { expect, it } from 'vitest';
import type { ClaimIndex } from '../model/claim-index.ts';
import { claimStoreContract } from '../testing/claim-store-contract.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { openClaimStore } from './sqlite-claim-store.ts';

it.each(claimStoreContract)('$promise', async ({ check }) => {
  await using store = await openClaimStore({ path: ':memory:' });
  await check(store);
});

it('says that it is closed', async () => {
  const store = await openClaimStore({ path: ':memory:' });
  await store.close();
  await expect(store.listClaims()).rejects.toMatchObject({ code: 'DATABASE_CLOSED' });
});

it('marks what a note says under its own title alike, whatever the title is', async () => {
  const codec = createSecretCodec(new Uint8Array(32).fill(3));
  const text = (title: string) => `# ${title}\n\nserialization:: JSON\n`;
  await using v = await setupVault({ 'a.md': text('Harbor'), 'b.md': text('Vega') }, { codec });
  await v.index();
  const marks = await v.store.markClaims(
    'forget',
    (await v.claims()).map(({ id }) => id),
  );
  expect(new Set(marks.map((mark) => mark?.fingerprint)).size).toBe(1);
  expect(marks[0]?.fingerprint).toMatch(/^[0-9a-f]+\./);
});

it('reads the ledger before extraction: what is forgotten stays retracted, what is erased is not written', async () => {
  await using v = await setupVault({
    'a.md': 'Harbor costs 49 EUR.\n\nDrift uses JSON.\n\nNova has seven rooms.\n',
  });
  await v.index();
  const ids = new Map((await v.claims()).map((c) => [c.subject, c.id]));
  const line = (verb: string, name: string) =>
    `- 2026-03-01T10:00:00Z ${verb} claim:${ids.get(name)} : because\n`;
  v.write('_ledger.md', `# Ledger\n\n${line('forget', 'Harbor')}${line('erase', 'Drift')}`);
  const beside: string[] = [];
  const index: ClaimIndex = {
    ...{ name: 'beside', version: 1, create: () => {}, remove: () => {}, clear: () => {} },
    add: (_, documents) => void beside.push(...documents.flatMap(({ before, after }) => [before, after])),
  };
  await using fresh = await openClaimStore({ path: ':memory:', indexes: [index] });
  await v.index({ store: fresh });
  // Erased text is not stored as the neighbour of remaining text either.
  expect(beside.filter((text) => text !== '')).toEqual([]);
  const { claims } = await fresh.listClaims();
  expect(claims.map((c) => [c.subject, c.status])).toEqual([
    ['Harbor', 'retracted'],
    ['Nova', 'current'],
  ]);
});
