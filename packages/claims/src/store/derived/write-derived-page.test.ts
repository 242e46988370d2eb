import { type ClaimId, toSpan } from '@memora/core';
import { expect, it } from 'vitest';
import { toLedgerDecisions } from '../../ledger/ledger-decisions.ts';
import type { DerivedPage } from '../../model/derived-page.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const none = toLedgerDecisions([]);
const FACT = 'Orion depends on Redis.';

function pageOf(text: string, sentences: readonly [string, readonly ClaimId[], boolean?][]): DerivedPage {
  return {
    path: '_atlas.md',
    title: 'Atlas',
    region: 'default',
    bytes: new TextEncoder().encode(text),
    mtimeMs: 1,
    statements: sentences.map(([sentence, sources, isHistory = false]) => {
      const start = text.indexOf(sentence);
      return { span: toSpan(start, start + sentence.length), sources, isHistory };
    }),
  };
}

it('makes sentences of pages derived claims that go stale with their sources and come back with them', async () => {
  await using vault = await setupVault({ 'source.md': `${FACT}\n` });
  await vault.index();
  const fact = (await vault.claims())[0]?.id as ClaimId;
  await vault.store.writePage(pageOf(`- ${FACT} [claim:${fact}]\n`, [[FACT, [fact]]]));

  const [edge] = await vault.store.edges({ ids: [fact], types: ['derives'] });
  expect(edge?.to).toBe(fact);
  const derived = edge?.from as ClaimId;
  const claim = (await vault.store.getClaims([derived])).get(derived);
  expect(claim).toMatchObject({ notePath: '_atlas.md', trust: 0.7, status: 'current', band: 'private' });
  expect((await vault.store.fallout(fact)).map(({ path }) => path)).toEqual([[fact, derived]]);

  vault.write('source.md', 'Orion depends on Memcached.\n');
  await vault.index();
  expect((await vault.store.staleness(none)).map(({ path }) => path)).toEqual([[fact, derived]]);
  expect((await vault.store.getClaims([derived])).get(derived)?.status).toBe('stale');
  vault.write('source.md', `${FACT}\n`);
  await vault.index();
  expect(await vault.store.staleness(none)).toEqual([]);
  expect((await vault.store.getClaims([derived])).get(derived)?.status).toBe('current');
});

it('keeps them out of every list of facts, of the counts, and of what the next run looks at', async () => {
  await using vault = await setupVault({ 'source.md': `${FACT}\n` });
  await vault.index();
  const fact = (await vault.claims())[0]?.id as ClaimId;
  const before = await vault.store.stats();
  await vault.store.writePage(pageOf(`${FACT} [claim:${fact}]\n`, [[FACT, [fact]]]));
  expect(await vault.store.stats()).toEqual({ ...before, edges: before.edges + 1 });
  expect((await vault.store.listClaims()).claims.map(({ id }) => id)).toEqual([fact]);
  expect((await vault.store.listClaims({ derived: true })).claims).toHaveLength(2);
  expect((await vault.store.notes()).map(({ path }) => path)).toEqual(['source.md']);
  const report = await vault.index();
  expect(report).toMatchObject({ notes: 1, changed: 0, claims: 1 });
  expect((await vault.store.pages()).map(({ path, statements }) => [path, statements])).toEqual([
    ['_atlas.md', 1],
  ]);
  expect((await vault.store.check()).problems).toEqual([]);
});

it('replaces the sentences of a page, keeps the ids of those that stay, and forgets a page that is gone', async () => {
  await using vault = await setupVault({ 'source.md': `${FACT}\nVega has two moons.\n` });
  await vault.index();
  const [first, second] = (await vault.claims()).map(({ id }) => id) as [ClaimId, ClaimId];
  const derivedIds = async () =>
    (await vault.store.listClaims({ notePath: '_atlas.md', derived: true })).claims.map(({ id }) => id);
  await vault.store.writePage(
    pageOf('One. Two.', [
      ['One.', [first]],
      ['Two.', [second]],
    ]),
  );
  const [one, two] = await derivedIds();
  await vault.store.writePage(
    pageOf('Three. Two.', [
      ['Three.', [first]],
      ['Two.', [second]],
    ]),
  );
  const [three, again] = await derivedIds();
  expect(again).toBe(two);
  expect(three).not.toBe(one);
  expect((await vault.store.getClaims([one as string])).size).toBe(0);
  await vault.store.removePage('_atlas.md');
  expect(await derivedIds()).toEqual([]);
  expect(await vault.store.edges({ types: ['derives'] })).toEqual([]);
});

it('rests no sentence on a secret claim, on another page, or, where it tells what was, on what has fallen', async () => {
  await using vault = await setupVault({
    'old.md': '---\ntitle: Office\ndate: 2024-01-01\n---\ncity:: Berlin\n',
    'new.md': '---\ntitle: Office\ndate: 2025-01-01\n---\ncity:: Hamburg\n',
  });
  await vault.index();
  const claims = await vault.claims();
  const old = claims.find(({ notePath, status }) => notePath === 'old.md' && status === 'superseded')
    ?.id as ClaimId;
  const now = claims.find(({ notePath, status }) => notePath === 'new.md' && status === 'current')
    ?.id as ClaimId;
  await vault.store.writePage(
    pageOf('It was in Berlin. Berlin, once. In Berlin.', [
      ['It was in Berlin.', [now, old], true],
      ['Berlin, once.', [old], true],
      ['In Berlin.', [old]],
    ]),
  );
  const derived = (await vault.store.listClaims({ notePath: '_atlas.md', derived: true })).claims;
  expect(derived.map(({ status }) => status)).toEqual(['current', 'stale']);
  const echo = derived[0]?.id as ClaimId;
  await vault.store.writePage({ ...pageOf('An echo.', [['An echo.', [echo]]]), path: 'world_map.md' });
  expect((await vault.store.pages()).map(({ statements }) => statements)).toEqual([2, 0]);
});

it('keeps of a page no hash, and of a sentence nothing once a claim that it quotes is gone, history included', async () => {
  await using vault = await setupVault({
    'old.md': '---\ntitle: Office\ndate: 2024-01-01\n---\ncity:: Berlin\n',
    'new.md': '---\ntitle: Office\ndate: 2025-01-01\n---\ncity:: Hamburg\n',
  });
  await vault.index();
  const claims = await vault.claims();
  const idIn = (path: string) => claims.find(({ notePath }) => notePath === path)?.id as ClaimId;
  await vault.store.writePage(
    pageOf('It was in Berlin. In Hamburg.', [
      ['It was in Berlin.', [idIn('new.md'), idIn('old.md')], true],
      ['In Hamburg.', [idIn('new.md')]],
    ]),
  );
  const { database } = vault.store;
  const hash = database.prepare("SELECT hex(hash) FROM note WHERE type = 'derived'").pluck();
  expect(hash.get()).toBe('');
  await vault.store.erase({ claimIds: [idIn('old.md')], keepsIds: false });
  const left = (await vault.store.listClaims({ notePath: '_atlas.md', derived: true })).claims;
  expect(left.map(({ span }) => span.start)).toEqual(['It was in Berlin. '.length]);
  expect((await vault.store.pages()).map(({ mtimeMs }) => mtimeMs)).toEqual([-1]);
  expect(await vault.store.changelog({ claimId: idIn('old.md') })).toEqual([]);
});
