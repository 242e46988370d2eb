import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { indexVault, openClaimStore } from '@memora/claims';
import type { Band } from '@memora/core';
import { sampleOf } from '@memora/testing-fixtures/every-nth';
import { openVault } from '@memora/vault';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRetriever, type RetrieverOptions } from './create-retriever.ts';
import { openWordTable } from './embed/open-word-table.ts';
import type { Hit } from './hit.ts';
import { createLexicalIndex } from './lexical/tables/create-lexical-index.ts';
import type { Leg } from './retrieve/leg.ts';
import { setupVault } from './testing-fixtures/setup-vault.ts';
import { createVectorIndex } from './vector/create-vector-index.ts';

const NOTES = {
  'projects/drift.md': `# Drift

Drift uses MessagePack for its wire format.
Drift is owned by Ines.
The retention period is 30 days.
`,
  'projects/atlas.md': `# Atlas

Atlas uses JSON for its wire format.
Atlas is owned by Bruno.
The retention period is 90 days.
`,
  'people/ines.md': '# Ines\n\nInes works in Lisbon.\n',
};

const statements = (result: { hits: readonly { snippet: string }[] }) =>
  result.hits.map(({ snippet }) => snippet);

describe('a query', () => {
  test('finds the claim, not the note, and says why', async () => {
    await using v = await setupVault(NOTES);
    const { hits, degraded, cut } = await createRetriever({ store: v.store }).query(
      'what wire format does Drift use?',
    );
    expect(hits[0]?.claim).toMatchObject({ notePath: 'projects/drift.md', subject: 'Drift' });
    expect(hits[0]?.snippet).toContain('MessagePack');
    expect(hits[0]?.why).toEqual({
      legs: ['lexical'],
      ranks: { lexical: 1 },
      coverage: 1,
      ownCoverage: 1,
      words: expect.any(Array),
    });
    expect(hits[0]?.why.words.map(({ word, held }) => [word, held])).toEqual([
      ['wire', 1],
      ['format', 1],
      ['drift', 1],
      ['use', 1],
    ]);
    expect([degraded, cut]).toEqual([false, false]);
  });

  test('says how much of what is asked for a claim holds, whenever it is asked about', async () => {
    await using v = await setupVault(NOTES);
    const retriever = createRetriever({ store: v.store });
    const coverage = async (question: string) =>
      Math.max(0, ...(await retriever.query(question)).hits.map(({ why }) => why.coverage));
    expect(await coverage('what wire format did Drift use in March 2026?')).toBe(1);
    expect(await coverage('what wire format does Zephyr use?')).toBeLessThan(0.8);
    expect(await coverage('how many wire formats are there?')).toBeGreaterThan(0.5);
    expect(await coverage('which zeppelin did the harbour master of Drift buy?')).toBeLessThan(0.4);
  });

  test('takes the note title for context where the claim does not name its subject', async () => {
    await using v = await setupVault(NOTES);
    const { hits } = await createRetriever({ store: v.store }).query('Atlas retention period');
    expect(hits[0]?.claim.notePath).toBe('projects/atlas.md');
    expect(hits[0]?.snippet).toContain('90 days');
  });

  test('keeps to a region, and a narrow region still fills the list', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, i) => [
        `bulk/n${i}.md`,
        `# N${i}\n\nThe widget of line ${i} costs ${i} EUR.\n`,
      ]),
    );
    await using v = await setupVault({
      ...many,
      'small/one.md': '# One\n\nThe widget of the small shop costs 7 EUR.\n',
    });
    const { hits } = await createRetriever({ store: v.store }).query('what does the widget cost', {
      region: 'small',
    });
    expect(hits.map(({ claim }) => claim.notePath)).toEqual(['small/one.md']);
  });

  test('filters by band before it cuts, so hidden claims never shorten the list', async () => {
    const hidden = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [
        `p${i}.md`,
        `---\nprivacy: private\n---\n# P${i}\n\nThe budget budget budget is ${i} EUR.\n`,
      ]),
    );
    const open = Object.fromEntries(
      Array.from({ length: 5 }, (_, i) => [
        `o${i}.md`,
        `---\nprivacy: public\n---\n# O${i}\n\nA long sentence that says the budget of group ${i} is fine.\n`,
      ]),
    );
    await using v = await setupVault({ ...hidden, ...open });
    const { hits } = await createRetriever({ store: v.store }).query('budget', { k: 5, bands: ['public'] });
    expect(hits).toHaveLength(5);
    expect(hits.every(({ claim }) => claim.band === 'public')).toBe(true);
  });

  test('goes on past any number of hidden claims, by words too common to search by and by meaning', async () => {
    const hidden = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [
        `p${i}.md`,
        `---\nprivacy: private\n---\n# P${i}\n\nThe physician of ward ${i} recommends rest.\n`,
      ]),
    );
    const open = '---\nprivacy: public\n---\n# Open\n\nOur physician is away today.\n';
    const vectors = createVectorIndex({ embedder: await openWordTable() });
    await using v = await setupVault({ 'a-open.md': open, ...hidden }, { indexes: [vectors] });
    const found = async (question: string, options: Partial<RetrieverOptions>) =>
      (await createRetriever({ store: v.store, ...options }).query(question, { bands: ['public'] })).hits.map(
        ({ claim }) => claim.notePath,
      );
    expect(await found('physician', { lexical: { postings: 20 } })).toEqual(['a-open.md']);
    expect(await found('doctor', { vectors })).toEqual(['a-open.md']);
  });

  test('says other facts too where one is repeated more often than candidates are read', async () => {
    const repeated = Object.fromEntries(
      Array.from({ length: 260 }, (_, i) => [`log/n${i}.md`, '# Log\n\nDrift uses MessagePack.\n']),
    );
    await using v = await setupVault({
      ...repeated,
      ...Object.fromEntries(
        [1, 2, 3].map((i) => [
          `other${i}.md`,
          `# Other\n\nIn a long and winding sentence of its own, it is said that Drift now and then uses port ${i}.\n`,
        ]),
      ),
    });
    const { hits } = await createRetriever({ store: v.store }).query('what does Drift use', { k: 4 });
    expect(new Set(hits.map(({ claim }) => claim.notePath.slice(0, 5)))).toEqual(new Set(['log/n', 'other']));
    expect(hits.filter(({ claim }) => claim.notePath.startsWith('other'))).toHaveLength(3);
  });

  test('says a fact once, even where there is room for more', async () => {
    await using v = await setupVault({
      'a.md': '# A\n\nDrift uses MessagePack.\n',
      'b.md': '# B\n\nDRIFT uses **MessagePack**.\n',
      'c.md': '# C\n\nDrift uses port 7000.\n',
    });
    const { hits } = await createRetriever({ store: v.store }).query('what does Drift use', { k: 10 });
    expect(hits.map(({ claim }) => claim.notePath)).toHaveLength(2);
    expect(hits.map(({ claim }) => claim.notePath)).toContain('c.md');
  });

  test('leaves archived notes out of answers about now, not of answers about then', async () => {
    await using v = await setupVault({
      'a.md': '---\nstatus: archived\ndate: 2020-01-01\n---\n# A\n\nThe kiln is in Turin.\n',
    });
    const retriever = createRetriever({ store: v.store });
    expect((await retriever.query('where is the kiln')).hits).toEqual([]);
    expect((await retriever.query('where is the kiln', { asOf: { valid: '2021-01-01' } })).hits).toHaveLength(
      1,
    );
  });

  test('says each fact once', async () => {
    const notes = Object.fromEntries(
      Array.from({ length: 6 }, (_, i) => [`n${i}.md`, '# Log\n\nDrift uses MessagePack.\n']),
    );
    await using v = await setupVault({
      ...notes,
      'other.md': '# Other\n\nDrift uses port 443 by default.\n',
    });
    const { hits } = await createRetriever({ store: v.store }).query('what does Drift use', { k: 2 });
    expect(new Set(hits.map(({ claim }) => claim.notePath.charAt(0))).size).toBe(2);
  });

  test('without a word or with k of 0 gives no hits', async () => {
    await using v = await setupVault(NOTES);
    const retriever = createRetriever({ store: v.store });
    expect((await retriever.query('?!')).hits).toEqual([]);
    expect((await retriever.query('Drift', { k: 0 })).hits).toEqual([]);
  });
});

describe('filtering', () => {
  test('by band, region and k gives what everything gives, less what is filtered out', async () => {
    const notes = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [
        `${['north', 'south', 'south/far'][i % 3]}/n${i}.md`,
        `---\nprivacy: ${i % 2 === 0 ? 'public' : 'private'}\n---\n# N${i}\n\nThe ${['pump', 'valve', 'pump and valve'][i % 5] ?? 'kiln'} of hall ${i} runs at ${i * 7} bar.\n`,
      ]),
    );
    const vectors = createVectorIndex({ embedder: await openWordTable() });
    await using v = await setupVault(notes, { indexes: [vectors] });
    const words = createRetriever({ store: v.store, graph: false });
    const hybrid = createRetriever({ store: v.store, vectors });
    const everything = new Map<string, readonly Hit[]>();
    for (const question of ['which pump', 'valve of hall 12', 'bar runs'])
      everything.set(question, (await words.query(question, { k: 500 })).hits);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...everything.keys()),
        fc.constantFrom<Band[]>(['public'], ['private'], ['public', 'private'], ['secret']),
        fc.constantFrom(undefined, 'north', 'south', 'south/far', 'nowhere'),
        fc.integer({ min: 1, max: 70 }),
        async (question, bands, region, k) => {
          const options = { bands, k, ...(region === undefined ? {} : { region }) };
          const seen = (everything.get(question) ?? []).filter(
            ({ claim }) =>
              bands.includes(claim.band) &&
              (region === undefined || claim.region === region || claim.region.startsWith(`${region}/`)),
          );
          const found = await words.query(question, options);
          expect(found.hits.map(({ claim }) => claim.id)).toEqual(
            seen.slice(0, k).map(({ claim }) => claim.id),
          );
          const both = (await hybrid.query(question, options)).hits;
          expect(both.length).toBeGreaterThanOrEqual(found.hits.length);
          expect(
            both.every(({ claim }) => bands.includes(claim.band) && claim.region.startsWith(region ?? '')),
          ).toBe(true);
        },
      ),
      { numRuns: sampleOf(60) },
    );
  });
});

describe('the same result', () => {
  test('comes again, after reopening, from a read-only handle, and after the index is built anew', async () => {
    await using v = await setupVault(NOTES);
    const ask = async (store = v.store) =>
      (await createRetriever({ store }).query('who owns the wire format')).hits;
    const first = await ask();
    expect(first.length).toBeGreaterThan(2);
    expect(await ask()).toEqual(first);
    const path = v.store.path;
    {
      await using reader = await openClaimStore({ path, readonly: true });
      expect(await ask(reader)).toEqual(first);
    }
    v.store.transaction((db) => {
      createLexicalIndex().clear(db);
      db.exec('UPDATE claim_index SET complete = 0');
    });
    expect(await createRetriever({ store: v.store }).query('who owns the wire format')).toMatchObject({
      hits: [],
      degraded: true,
      degradedReasons: [expect.stringMatching(/^index: INCOMPLETE/)],
    });
    await v.index();
    expect(await ask()).toEqual(first);
  });

  test('comes again when every derived index is built anew: words, vectors and their file', async () => {
    const vectors = createVectorIndex({ embedder: await openWordTable(), exactLimit: 3 });
    await using v = await setupVault(NOTES, { indexes: [vectors] });
    await vectors.sync(v.store);
    const ask = async () => createRetriever({ store: v.store, vectors }).query('who owns the wire format');
    const first = await ask();
    expect(first.degraded).toBe(false);
    v.store.transaction((db) => {
      createLexicalIndex().clear(db);
      vectors.clear(db);
      db.exec('UPDATE claim_index SET complete = 0');
    });
    rmSync(join(v.root, '.memora', 'vectors'), { recursive: true });
    await v.index();
    expect((await vectors.sync(v.store)).built).toBe(true);
    expect(await ask()).toEqual(first);
  });

  test('follows the notes: an edited claim is found by its new words only', async () => {
    await using v = await setupVault(NOTES);
    const retriever = createRetriever({ store: v.store });
    v.write('people/ines.md', '# Ines\n\nInes works in Porto.\n');
    await v.index();
    expect((await retriever.query('Porto')).hits).toHaveLength(1);
    expect((await retriever.query('Lisbon')).hits).toEqual([]);
    v.remove('people/ines.md');
    await v.index();
    expect((await retriever.query('Porto')).hits).toEqual([]);
  });
});

describe('a store that cannot be searched', () => {
  test.each<[string, string, string]>([
    [
      'was indexed by another version',
      "UPDATE claim_index SET version = 1 WHERE name = 'lexical'",
      'LEXICAL_INDEX_OUTDATED',
    ],
    [
      'was indexed without full text',
      'DROP TABLE lexical_fts; DROP TABLE lexical_passages; DROP TABLE lexical_claims; DROP TABLE lexical_terms; DROP TABLE lexical_totals; DELETE FROM claim_index',
      'LEXICAL_INDEX_MISSING',
    ],
  ])('because it %s says so, and indexing mends it', async (_, harm, code) => {
    await using v = await setupVault(NOTES);
    const path = v.store.path;
    v.store.transaction((db) => db.exec(harm));
    {
      await using reader = await openClaimStore({ path, readonly: true });
      expect(() => createRetriever({ store: reader })).toThrow(
        expect.objectContaining({ code, hint: expect.stringContaining('Index the vault') }),
      );
    }
    await using store = await openClaimStore({ path, indexes: [createLexicalIndex()] });
    await indexVault({ vault: await openVault(v.root), store, full: true });
    expect((await createRetriever({ store }).query('wire format')).hits.length).toBeGreaterThan(0);
  });
});

describe('a leg that fails', () => {
  const leg = (find: Leg['find']): Leg => ({ name: 'vector', find });

  test('costs its own hits only, and the result says so without the text of the error', async () => {
    await using v = await setupVault(NOTES);
    const legs = [leg(() => Promise.reject(new Error('the private words of a note')))];
    const result = await createRetriever({ store: v.store, legs }).query('who owns Drift?');
    expect(statements(result)[0]).toMatch(/Ines/);
    expect(result).toMatchObject({ degraded: true, degradedReasons: ['vector: failed'] });
  });
});
