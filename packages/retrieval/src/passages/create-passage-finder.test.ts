import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '@memora/core';
import { createSecretCodec } from '@memora/privacy/keyring';
import { expect, test } from 'vitest';
import { createRetriever } from '../create-retriever.ts';
import { openWordTable } from '../embed/open-word-table.ts';
import { setupVault, type TestVault } from '../testing-fixtures/setup-vault.ts';
import { createVectorIndex } from '../vector/create-vector-index.ts';
import type { PassageHit, PassageQueryOptions } from './passage-hit.ts';

const find = async (v: TestVault, question: string, options?: PassageQueryOptions) =>
  (await createRetriever({ store: v.store }).passages(question, options)).hits;

const textOf = (v: TestVault, { passage }: PassageHit) =>
  readFileSync(join(v.root, passage.notePath)).subarray(passage.span.start, passage.span.end);

const PEOPLE = '**Ines:** Who repairs the winch?\n\n**Bruno:** Tomas does, on Fridays.';
const MINUTES = `# Harbour meeting 2026-03-04\n\n## Winch\n\n${PEOPLE}\n\n## Budget\n\nThe pier gets 4,000 euros.\n`;

test('a passage comes whole, with its context, an id and the fingerprint of its bytes', async () => {
  await using v = await setupVault({ 'meetings/2026-03-04.md': MINUTES });
  const [hit] = await find(v, 'who repairs the winch');
  expect(hit?.passage).toMatchObject({
    notePath: 'meetings/2026-03-04.md',
    band: 'private',
    context: {
      title: 'Harbour meeting 2026-03-04',
      path: 'meetings/2026-03-04.md',
      headings: ['Harbour meeting 2026-03-04'],
      dates: ['2026-03-04'],
    },
  });
  const bytes = textOf(v, hit as PassageHit);
  expect(bytes.toString()).toContain('**Bruno:** Tomas does, on Fridays.');
  expect(hit?.passage.fingerprint).toBe(fingerprint(bytes));
  expect(hit?.passage.id).toMatch(/^[0-9a-z]{16}$/u);
  expect(hit?.why).toMatchObject({ legs: ['lexical'], ranks: { lexical: 1 }, coverage: 1 });
  expect(hit?.best?.text).toBe('**Ines:** Who repairs the winch?');
  expect(hit?.words).toEqual(['repairs', 'winch']);
});

test('the id of a passage stays while its bytes do, and two passages with the same bytes have two', async () => {
  const part = (name: string) => `# ${name}\n\n${'The winch is oiled on Fridays. '.repeat(25)}\n\n`;
  await using v = await setupVault({ 'a.md': part('One') + part('Two') });
  const idsOf = async () => (await find(v, 'winch')).map(({ passage }) => passage.id).sort();
  const ids = await idsOf();
  expect(new Set(ids).size).toBe(2);
  v.write('a.md', `A line before.\n\n${part('One')}${part('Two')}`);
  await v.index();
  expect(await idsOf()).toEqual(expect.arrayContaining(ids));
});

test('claims know their passage by its key', async () => {
  await using v = await setupVault({ 'a.md': MINUTES });
  const retriever = createRetriever({ store: v.store });
  const { hits } = await retriever.passages('who repairs the winch');
  const [claims] = (await retriever.claimsIn(hits)).values();
  const { span } = (hits[0] as PassageHit).passage;
  expect(claims?.length).toBeGreaterThan(0);
  for (const claim of claims ?? []) {
    expect(claim.span.start).toBeGreaterThanOrEqual(span.start);
    expect(claim.span.end).toBeLessThanOrEqual(span.end);
  }
});

test('words of a rewritten question find what the question does not name, and its own words count more', async () => {
  await using v = await setupVault({
    'refund.md': '# Refunds\n\nA refund is paid within 7 days.\n',
    'money.md': '# Money\n\nMoney is kept in the safe.\n',
    'bread.md': '# Bread\n\nBread is baked at night.\n',
  });
  const pathsOf = async (options?: PassageQueryOptions) =>
    (await find(v, 'can I get my money back', options)).map(({ passage }) => passage.notePath);
  expect(await pathsOf()).toEqual(['money.md']);
  expect(await pathsOf({ words: 'refund payment bread' })).toEqual(['money.md', 'bread.md', 'refund.md']);
});

test('no passage holds bytes of a secret span, whoever asks', async () => {
  const secret = '<!--privacy:secret-->\nThe zyzzyva is behind the stove.\n<!--/privacy-->';
  await using v = await setupVault(
    { 'a.md': `# Bank\n\nThe branch is in Lyon.\n\n${secret}\n\nThe branch opens at nine.\n` },
    { codec: createSecretCodec(Buffer.alloc(32, 7)) },
  );
  const hits = await find(v, 'branch zyzzyva stove');
  expect(hits).toHaveLength(2);
  for (const hit of hits) expect(textOf(v, hit).toString()).not.toContain('zyzzyva');
  expect(JSON.stringify(hits)).not.toContain('zyzzyva');
});

test('bands, regions and conversations narrow what is found', async () => {
  const conversation =
    '---\nid: conv_a\ntype: episodic\nsource: conversation\nchannel: host\n---\n\n### User · 2026-01-01T10:00:00Z ^t1\n\nThe winch is blue.\n';
  await using v = await setupVault({
    'open.md': '---\nprivacy: public\n---\nThe winch is red.\n',
    'harbour/own.md': 'The winch is green.\n',
    'chats/a.md': conversation,
  });
  const pathsOf = async (options?: PassageQueryOptions) =>
    (await find(v, 'winch', options)).map(({ passage }) => passage.notePath).sort();
  expect(await pathsOf()).toEqual(['harbour/own.md', 'open.md']);
  expect(await pathsOf({ bands: ['public'] })).toEqual(['open.md']);
  expect(await pathsOf({ region: 'harbour' })).toEqual(['harbour/own.md']);
  expect(await pathsOf({ limit: 1 })).toHaveLength(1);
  expect(await pathsOf({ limit: 0 })).toEqual([]);
});

test('a time that was read from the question is dropped and said if it leaves nothing; an explicit one never is', async () => {
  await using v = await setupVault({ 'a.md': 'The winch is red since 2026-03-03.\n' });
  const retriever = createRetriever({ store: v.store });
  const then = { valid: '2019-05-01' };
  const asked = await retriever.passages('winch', { askedTime: then });
  expect([asked.hits.length, asked.droppedTime]).toEqual([1, true]);
  const told = await retriever.passages('winch', { asOf: then });
  expect([told.hits.length, told.droppedTime]).toEqual([0, false]);
  const now = await retriever.passages('winch', { askedTime: { valid: '2026-05-01' } });
  expect([now.hits.length, now.droppedTime]).toEqual([1, false]);
});

test('vectors find the passages of the claims that are near, and a leg that fails is said', async () => {
  const vectors = createVectorIndex({ embedder: await openWordTable() });
  await using v = await setupVault(
    { 'a.md': 'The winch is red.\n', 'b.md': 'Bread is baked.\n' },
    { indexes: [vectors] },
  );
  const broken = { name: 'other', find: () => Promise.reject(new Error('the winch is out')) };
  const without = await createRetriever({ store: v.store, legs: [broken] }).passages('winch');
  expect([without.degradedReasons, without.hits.length]).toEqual([['other: failed'], 1]);
  await vectors.sync(v.store);
  const found = await createRetriever({ store: v.store, vectors }).passages('winch');
  expect(found.degraded).toBe(false);
  expect(found.hits[0]?.why.legs).toEqual(['lexical', 'vector']);
});

test.each([
  ['a hundred kilobytes', 'winch '.repeat(17_000), 1],
  ['two stop words', 'the a', 1],
  ['punctuation', '?!… (**)', 0],
  ['nothing', '', 0],
  ['the name of a member of every object', 'constructor', 1],
  ['a script without spaces', '東京の会議', 1],
  ['operators of a full-text search', 'winch" OR NEAR(x) AND NOT *', 1],
])('a question of %s is safe', async (_, question, least) => {
  await using v = await setupVault({
    'a.md': 'The winch has a constructor.\n',
    'b.md': '東京の会議は三時から行われます。\n',
    'empty.md': '',
  });
  const hits = await find(v, question, { words: question });
  expect(hits.length).toBeGreaterThanOrEqual(least);
  for (const { score, why } of hits)
    expect([Number.isFinite(score), why.coverage <= 1]).toEqual([true, true]);
});

test.each(['the', '"the"', '?!', ''])(
  'a question of %j alone asks for nothing, and says so',
  async (question) => {
    const vectors = createVectorIndex({ embedder: await openWordTable() });
    await using v = await setupVault({ 'a.md': 'The winch is red.\n' }, { indexes: [vectors] });
    await vectors.sync(v.store);
    const found = await createRetriever({ store: v.store, vectors }).passages(question);
    expect(found).toMatchObject({ hits: [], degradedReasons: ['question: NO_SEARCH_WORDS'] });
  },
);

test('a passage in which no claim is can be found, under the same bands, regions and times', async () => {
  const links = '- [Quiet tides](#quiet-tides)\n'.repeat(12);
  await using v = await setupVault({
    'harbour/2026-03-04.md': `## Lantern\n\nInes brings it.\n\n# Links\n\n${links}`,
  });
  const { claims } = await v.store.listClaims();
  v.store.transaction((db) => {
    for (const { id } of claims)
      db.prepare('DELETE FROM lexical_claims WHERE key = (SELECT key FROM claim WHERE id = ?)').run(id);
  });
  const countOf = async (options?: PassageQueryOptions) => (await find(v, 'lantern', options)).length;
  expect(await countOf()).toBe(1);
  expect(await countOf({ region: 'harbour' })).toBe(1);
  expect(await countOf({ region: 'pier' })).toBe(0);
  expect(await countOf({ bands: ['public'] })).toBe(0);
  expect(await countOf({ statuses: ['superseded'] })).toBe(0);
  expect(await countOf({ asOf: { valid: '2019-01-01' } })).toBe(0);
  expect(await countOf({ asOf: { valid: '2026-05-01' } })).toBe(1);
  expect(await countOf({ asOf: { known: '2001-01-01T00:00:00Z' } })).toBe(0);
});

test('what was erased is in no passage and in no context of one', async () => {
  await using v = await setupVault({ 'a.md': '# Pier\n\nWe pack zyzzyvas:\n\n- tents\n- ropes\n' });
  v.write('a.md', '# Pier\n\nWe pack:\n\n- tents\n- ropes\n');
  await v.index();
  expect(JSON.stringify(await find(v, 'tents'))).not.toContain('zyzzyva');
});

test('a long passage that answers in one sentence comes before short ones that lack the name', async () => {
  const filler = Array.from({ length: 60 }, (_, i) => `The harbour log of day ${i + 1} is closed.`).join(' ');
  const others = [
    'Deneb',
    'Rigel',
    'Vega',
    'Altair',
    'Spica',
    'Antares',
    'Capella',
    'Mirach',
    'Izar',
    'Polaris',
  ];
  await using v = await setupVault({
    'page.md': `# Weights\n\nThe crane Electra weighs 35 tons.\n\n${filler}\n`,
    ...Object.fromEntries(
      others.map((name, i) => [`${name}.md`, `The crane ${name} weighs ${i + 40} tons.\n`]),
    ),
  });
  const hits = await find(v, 'How many tons does the crane Electra weigh?');
  expect(hits[0]?.passage.notePath).toBe('page.md');
});

test('a word that notes write in one is asked for once, with its pieces', async () => {
  await using v = await setupVault({
    'a.md': '# Meter\n\nThe meter of Lokeren counts kwh.\n',
    'b.md': '# Doors\n\nThe doors of Ghent are on git hub.\n',
  });
  expect((await find(v, 'kWh in Lokeren'))[0]?.why.coverage).toBe(1);
  expect((await find(v, 'Ghent on GitHub'))[0]?.why.coverage).toBe(1);
});

test('a passage of the day that is asked for holds a question that names nothing else', async () => {
  await using v = await setupVault({
    'daily/2026-05-12.md': '# Tuesday\n\nLunch with Ines at the market.\n',
    'daily/2026-05-11.md': '# Monday\n\nRain.\n',
    'log.md': 'On May 12th, 2026 the crane broke.\n',
    'pump.md': 'The pump was oiled.\n',
  });
  const coverages = async (question: string) =>
    Object.fromEntries(
      (await find(v, question)).map(({ passage, why }) => [
        passage.notePath,
        Number(why.coverage.toFixed(2)),
      ]),
    );
  expect(await coverages('2026-05-12?')).toMatchObject({ 'daily/2026-05-12.md': 1, 'log.md': 1 });
  expect((await coverages('2026-05-12?'))['daily/2026-05-11.md']).toBe(0);
  const what = await coverages('What happened on 12 May 2026?');
  expect(what['daily/2026-05-12.md']).toBeCloseTo(0.5, 1);
  expect(what['daily/2026-05-11.md']).toBe(0);
  // A matching day makes up for one missing word, but not for two.
  expect((await coverages('Who painted the fence on 12 May 2026?'))['daily/2026-05-12.md']).toBeLessThan(0.4);
  // A passage of another day loses nothing.
  expect((await coverages('Was the pump oiled on 12 May 2026?'))['pump.md']).toBe(1);
});

test('a word that is missing of a short question is missed more', async () => {
  await using v = await setupVault({
    'a.md': 'The winch is red.\n',
    'b.md': 'The winch of the harbour crane was painted red by Tomas.\n',
  });
  const coverageOf = async (question: string) => (await find(v, question))[0]?.why.coverage ?? 0;
  expect(await coverageOf('harbour zyzzyva')).toBeLessThan(0.25);
  expect(await coverageOf('harbour crane Tomas zyzzyva quokka axolotl')).toBeGreaterThan(0.3);
  expect(await coverageOf('harbour')).toBe(1);
});
