import { expect, it } from 'vitest';
import { createRetriever } from './create-retriever.ts';
import { setupVault } from './testing-fixtures/setup-vault.ts';

const BEFORE = '2026-03-01T12:00:00Z';
const AFTER = '2026-04-02T12:00:00Z';

async function setupHistory() {
  const vault = await setupVault({}, {});
  vault.write('drift.md', '# Drift\n\nDrift uses JSON.\n\nDrift depends on Kelp.\n');
  await vault.index({ now: () => new Date('2026-03-01T00:00:00Z') });
  vault.write('drift.md', '# Drift\n\nDrift uses MessagePack.\n\nDrift depends on Kelp.\n');
  await vault.index({ now: () => new Date('2026-04-01T00:00:00Z') });
  const retriever = createRetriever({ store: vault.store });
  const ask = async (question: string, known?: string) => {
    const { hits } = await retriever.query(question, known === undefined ? {} : { asOf: { known } });
    return hits.map(({ claim }) => `${claim.predicate} ${claim.object} ${claim.status}`);
  };
  return { vault, retriever, ask };
}

it('finds a claim whose bytes are gone where the question is what was known then, and not now', async () => {
  const { vault, ask } = await setupHistory();
  await using _ = vault;
  expect(await ask('What does Drift use?', BEFORE)).toContain('uses JSON current');
  expect(await ask('What does Drift use?', BEFORE)).not.toContain('uses MessagePack current');
  expect(await ask('What does Drift use?', AFTER)).toContain('uses MessagePack current');
  expect(await ask('What does Drift use?', AFTER)).not.toContain('uses JSON current');
  expect(await ask('What does Drift use?')).toContain('uses MessagePack current');
  expect(await ask('What does Drift use?')).not.toContain('uses JSON current');
});

it('finds by a word that no claim holds any more', async () => {
  const { vault, ask } = await setupHistory();
  await using _ = vault;
  expect((await ask('JSON', BEFORE))[0]).toBe('uses JSON current');
  expect(await ask('JSON')).toEqual([]);
});

it('puts what is gone in its place among what still stands, and counts it against k', async () => {
  const { vault, retriever, ask } = await setupHistory();
  await using _ = vault;
  expect((await ask('Drift JSON', BEFORE))[0]).toBe('uses JSON current');
  expect((await ask('Drift Kelp', BEFORE))[0]).toBe('depends on Kelp current');
  const { hits, cut } = await retriever.query('Drift', { k: 1, asOf: { known: BEFORE } });
  expect([hits.length, cut]).toEqual([1, false]);
});

it('does not change how what is known now is ranked', async () => {
  const { vault, retriever } = await setupHistory();
  await using fresh = await setupVault({
    'drift.md': '# Drift\n\nDrift uses MessagePack.\n\nDrift depends on Kelp.\n',
  });
  await using _ = vault;
  const now = await retriever.query('What does Drift use?');
  const never = await createRetriever({ store: fresh.store }).query('What does Drift use?');
  const scores = (result: typeof now) => result.hits.map(({ claim, score }) => [claim.object, score]);
  expect(scores(now)).toEqual(scores(never));
});

it('keeps the filter of bands and regions for what is gone', async () => {
  const { vault, retriever } = await setupHistory();
  await using _ = vault;
  const asOf = { known: BEFORE };
  expect((await retriever.query('JSON', { asOf, bands: ['public'] })).hits).toEqual([]);
  expect((await retriever.query('JSON', { asOf, region: 'elsewhere' })).hits).toEqual([]);
});
