import type { Claim } from '@memora/claims';
import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRetriever } from './create-retriever.ts';
import { setupVault } from './testing-fixtures/setup-vault.ts';

const BEFORE = '2026-03-01T12:00:00Z';
const AFTER = '2026-04-02T12:00:00Z';

async function setupHistory() {
  const vault = await setupVault({}, {});
  vault.write('drift.md', '# Drift\n\nuses:: JSON\n\ndepends on:: Kelp\n');
  await vault.index({ now: () => new Date('2026-03-01T00:00:00Z') });
  vault.write('drift.md', '# Drift\n\nuses:: MessagePack\n\ndepends on:: Kelp\n');
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
    'drift.md': '# Drift\n\nuses:: MessagePack\n\ndepends on:: Kelp\n',
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

const PRICES = ['49', '59', '79'];
const DATES = ['2021-03-01', '2023-06-15'];

it('finds, at any time and on both axes, exactly the claims that are listed for it', async () => {
  const step = fc.record({
    note: fc.nat(2),
    content: fc.option(fc.record({ price: fc.constantFrom(...PRICES), date: fc.constantFrom(...DATES) })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      await using vault = await setupVault({});
      const written = new Set<number>();
      for (const [i, { note, content }] of steps.entries()) {
        if (content === null && written.delete(note)) vault.remove(`${note}.md`);
        if (content !== null) {
          written.add(note);
          vault.write(
            `${note}.md`,
            `---\ndate: ${content.date}\n---\n# Harbor\n\ncosts:: ${content.price} EUR\n`,
          );
        }
        await vault.index({ now: () => new Date(Date.UTC(2026, 0, i + 1)) });
      }
      const retriever = createRetriever({ store: vault.store });
      for (const [i] of steps.entries()) {
        for (const valid of [undefined, '2021-01-01', '2022-01-01', '2026-01-01']) {
          const known = new Date(Date.UTC(2026, 0, i + 1, 12)).toISOString();
          const asOf = valid === undefined ? { known } : { valid, known };
          const { claims } = await vault.store.listClaims({ asOf });
          const { hits } = await retriever.query('What does Harbor cost?', { k: 50, asOf });
          const costs = (all: readonly Claim[]) =>
            all
              .filter(({ predicate }) => predicate === 'costs')
              .map(({ id, status, validUntil }) => `${id} ${status} ${validUntil}`)
              .sort();
          // One hit stands for all claims that say the same.
          const found = costs(hits.map(({ claim }) => claim));
          const listed = costs(claims);
          expect({ asOf, unlisted: found.filter((each) => !listed.includes(each)) }).toEqual({
            asOf,
            unlisted: [],
          });
          const said = (all: readonly Claim[]) =>
            [
              ...new Set(all.flatMap(({ predicate, object }) => (predicate === 'costs' ? [object] : []))),
            ].sort();
          expect({ asOf, said: said(hits.map(({ claim }) => claim)) }).toEqual({ asOf, said: said(claims) });
        }
      }
    }),
    { numRuns: sampleOf(15) },
  );
});
