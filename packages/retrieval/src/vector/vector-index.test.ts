import {
  copyFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { indexVault, openClaimStore } from '@memora/claims';
import type { WireText } from '@memora/core';
import { openVault } from '@memora/vault';
import { describe, expect, test } from 'vitest';
import { createRetriever } from '../create-retriever.ts';
import type { Embedder } from '../embed/embedder.ts';
import { openWordTable } from '../embed/open-word-table.ts';
import { createLexicalIndex } from '../lexical/tables/create-lexical-index.ts';
import { setupVault, type TestVault } from '../testing-fixtures/setup-vault.ts';
import { createVectorIndex, type VectorIndexOptions } from './create-vector-index.ts';

const NOTES = {
  'a.md': '# Harbour\n\nThe boat leaves at nine.\n\nA car waits at the gate.\n',
  'b.md': '# Kitchen\n\nThe soup needs salt.\n\nThe physician recommends rest.\n',
  'secret.md': '---\nprivacy: secret\n---\n# Hidden\n\nThe vault code is zyzzyva.\n',
};

/** A real embedder, small and deterministic: one dimension per letter of the alphabet. */
function createLetterEmbedder(change: Partial<Embedder> = {}): Embedder & { readonly seen: string[] } {
  const seen: string[] = [];
  return {
    id: 'letters',
    version: '1',
    dimensions: 26,
    place: 'cloud-embedder',
    seen,
    embed: async (texts) => {
      seen.push(...texts);
      return texts.map((text) => {
        const vector = new Float32Array(26);
        for (const letter of text.toLowerCase().match(/[a-z]/gu) ?? [])
          vector[letter.charCodeAt(0) - 97]! += 1;
        return vector;
      });
    },
    ...change,
  };
}

async function setup(
  embedder: Embedder,
  options: Partial<VectorIndexOptions> = {},
  notes: Record<string, string> = NOTES,
) {
  const vectors = createVectorIndex({ embedder, ...options });
  const v = await setupVault(notes, { indexes: [vectors] });
  await vectors.sync(v.store);
  const retriever = createRetriever({ store: v.store, vectors });
  return { v, vectors, retriever, [Symbol.asyncDispose]: () => v[Symbol.asyncDispose]() };
}

const indexFile = (v: TestVault) => join(v.root, '.memora', 'vectors', 'claims.usearch');
const bytesOf = (v: TestVault) => v.store.database.serialize().toString('latin1');

describe('the built-in word table', () => {
  test('finds a claim that shares no word with the question', async () => {
    await using s = await setup(await openWordTable());
    const { hits, degraded } = await s.retriever.query('doctor');
    expect(hits[0]?.snippet).toMatch(/physician/);
    expect(hits[0]?.why.legs).toEqual(['vector']);
    expect(degraded).toBe(false);
  });

  test('is written with the claims, so nothing is left to embed', async () => {
    await using s = await setup(await openWordTable());
    expect(s.vectors.status(s.v.store)).toMatchObject({ state: 'ready', pending: 0 });
    expect(await s.vectors.sync(s.v.store)).toEqual({ embedded: 0, built: false });
  });

  test('embeds words that it does not hold by their letters', async () => {
    const { embedNow, dimensions } = await openWordTable();
    const [a, b, c] =
      embedNow?.(['Kubernetesclusters', 'Kubernetescluster', 'Zwiebelsuppe'] as unknown as WireText[]) ?? [];
    const dot = (x?: Float32Array, y?: Float32Array) =>
      x?.reduce((sum, value, i) => sum + value * (y?.[i] ?? 0), 0) ?? 0;
    expect(a).toHaveLength(dimensions);
    expect(dot(a, b)).toBeGreaterThan(0.7);
    expect(Math.abs(dot(a, c))).toBeLessThan(0.4);
  });
});

describe('secret claims', () => {
  test('reach no embedder, and their words no table of vectors', async () => {
    const embedder = createLetterEmbedder();
    await using s = await setup(embedder);
    expect(embedder.seen.length).toBeGreaterThan(0);
    expect(embedder.seen.join(' ')).not.toMatch(/zyzzyva|hidden/i);
    expect(bytesOf(s.v)).not.toContain('zyzzyva');
  });
});

describe('an embedder that computes on the spot', () => {
  test('keeps no text, and gives way to another once every claim was shown to that one', async () => {
    await using s = await setup(await openWordTable());
    const texts = () => s.v.store.database.prepare('SELECT count(*) FROM vector_text').pluck().get();
    expect(texts()).toBe(0);
    const letters = createVectorIndex({ embedder: createLetterEmbedder() });
    const [path] = [s.v.store.path];
    await using store = await openClaimStore({ path, indexes: [createLexicalIndex(), letters] });
    const ask = () => createRetriever({ store, vectors: letters }).query('soup');
    expect((await ask()).degradedReasons).toEqual([expect.stringContaining('vector: EMBEDDER_CHANGED')]);
    await letters.sync(store);
    expect((await ask()).degraded).toBe(true);
    await indexVault({ vault: await openVault(s.v.root), store });
    await letters.sync(store);
    expect(await ask()).toMatchObject({ degraded: false });
    expect(letters.status(store)).toMatchObject({ state: 'ready', vectors: 4, embedder: 'letters@1' });

    const table = createVectorIndex({ embedder: await openWordTable() });
    await table.sync(store);
    expect(texts()).toBe(0);
    expect((await createRetriever({ store, vectors: table }).query('doctor')).hits[0]?.snippet).toMatch(
      /physician/,
    );
  });

  test('drops the vector of a claim that becomes secret, and of one that is edited away', async () => {
    await using s = await setup(await openWordTable());
    const before = s.vectors.status(s.v.store).vectors;
    s.v.write('a.md', `---\nprivacy: secret\n---\n${NOTES['a.md']}`);
    await s.v.index();
    expect(s.vectors.status(s.v.store).vectors).toBe(before - 2);
    s.v.write('b.md', '# Kitchen\n\nThe soup needs salt.\n');
    await s.v.index();
    expect(s.vectors.status(s.v.store).vectors).toBe(before - 3);
    expect((await s.retriever.query('doctor')).hits.every(({ snippet }) => !/physician/.test(snippet))).toBe(
      true,
    );
  });
});

describe('deletions', () => {
  test('leave no ghosts: neither a hit, nor a vector, nor a text', async () => {
    await using s = await setup(createLetterEmbedder());
    s.v.remove('b.md');
    await s.v.index();
    const { hits } = await s.retriever.query('The soup needs salt');
    expect(hits.every(({ claim }) => claim.notePath === 'a.md')).toBe(true);
    const left = s.v.store.database.prepare('SELECT count(*) FROM vector_text WHERE text LIKE ?').pluck();
    expect(left.get('%soup%')).toBe(0);
    expect(s.vectors.status(s.v.store).vectors).toBe(
      await s.v.store.countClaims({ bands: ['public', 'private'] }),
    );
  });
});

describe('a vector that is damaged in the database', () => {
  test.each([
    ['not a number', Number.NaN],
    ['infinite', Number.POSITIVE_INFINITY],
    ['negative', -1],
    ['longer than any', 1e30],
  ])('because its scale is %s takes no part, and no claim is lost for it', async (_, scale) => {
    await using s = await setup(createLetterEmbedder());
    const db = s.v.store.database;
    const expected = (await s.retriever.query('soup salt')).hits.map(({ claim }) => claim.id);
    for (const { sequence, vectors } of db.prepare('SELECT sequence, vectors FROM vector_block').all() as {
      sequence: number;
      vectors: Buffer;
    }[]) {
      for (let slot = 0; slot < 64; slot++)
        if (vectors.readFloatLE(slot * 4) !== 0) vectors.writeFloatLE(scale, slot * 4);
      db.prepare('UPDATE vector_block SET vectors = ? WHERE sequence = ?').run(vectors, sequence);
    }
    const { hits } = await createRetriever({ store: s.v.store, vectors: s.vectors }).query('soup salt');
    expect(hits[0]?.claim.id).toBe(expected[0]);
    expect(hits.every(({ score }) => Number.isFinite(score))).toBe(true);
    expect(hits.every(({ why }) => !why.legs.includes('vector'))).toBe(true);
  });
});

describe('another embedder', () => {
  test('turns the leg off, says so, and replaces the vectors when its own are whole', async () => {
    await using s = await setup(createLetterEmbedder());
    const other = createVectorIndex({ embedder: createLetterEmbedder({ id: 'other' }) });
    const retriever = createRetriever({ store: s.v.store, vectors: other });
    const before = await retriever.query('soup');
    expect(before.degradedReasons).toEqual([expect.stringContaining('vector: EMBEDDER_CHANGED')]);
    expect(before.hits[0]?.snippet).toMatch(/soup/);

    const progress: number[] = [];
    await other.sync(s.v.store, { batch: 2, onProgress: ({ done }) => progress.push(done) });
    expect(progress.length).toBeGreaterThan(1);
    expect((await retriever.query('soup')).degraded).toBe(false);
    expect(s.v.store.database.prepare('SELECT embedder FROM vector_set').pluck().all()).toEqual(['other']);
  });

  test('interrupted, leaves the old vectors serving and goes on where it stopped', async () => {
    await using s = await setup(createLetterEmbedder());
    const abort = new AbortController();
    const other = createVectorIndex({ embedder: createLetterEmbedder({ id: 'other' }) });
    await expect(
      other.sync(s.v.store, {
        batch: 1,
        signal: abort.signal,
        onProgress: ({ done }) => done === 2 && abort.abort(),
      }),
    ).rejects.toThrow();
    expect((await s.retriever.query('soup')).degraded).toBe(false);
    expect(other.status(s.v.store)).toMatchObject({ state: 'building', vectors: 2 });
    const total = other.status(s.v.store).pending;
    expect((await other.sync(s.v.store)).embedded).toBe(total);
  });
});

describe('claims that have no vector yet', () => {
  test('are found by their words, and the result says that meaning found others only', async () => {
    await using s = await setup(createLetterEmbedder());
    s.v.write('new.md', '# New\n\nThe kiln is cold.\n');
    await s.v.index();
    const result = await s.retriever.query('the kiln');
    expect(result.hits[0]?.snippet).toMatch(/kiln/);
    expect(result.hits.some(({ why }) => why.legs.includes('vector'))).toBe(true);
    expect(result).toMatchObject({
      degraded: true,
      degradedReasons: [expect.stringMatching(/^vector: VECTORS_INCOMPLETE/)],
    });
    await s.vectors.sync(s.v.store);
    expect(await s.retriever.query('the kiln')).toMatchObject({ degraded: false, degradedReasons: [] });
  });

  test('are told of where the index still waits for claims to be shown to it', async () => {
    await using s = await setup(await openWordTable());
    s.v.store.transaction((db) => db.exec("UPDATE claim_index SET complete = 0 WHERE name = 'vector'"));
    const { degradedReasons } = await s.retriever.query('soup');
    expect(degradedReasons).toEqual([expect.stringMatching(/^vector: VECTORS_INCOMPLETE/)]);
    await s.v.index();
    expect((await s.retriever.query('soup')).degraded).toBe(false);
  });
});

describe('an embedder that', () => {
  const never = () => new Promise<never>(() => {});
  test.each<[string, string, Embedder['embed']]>([
    ['throws', 'EMBEDDER_FAILED', () => Promise.reject(new Error('refused: The soup needs salt'))],
    ['never answers', 'EMBEDDER_TIMEOUT', never],
    ['changes its dimensions', 'EMBEDDER_WRONG_DIMENSIONS', async (texts) => texts.map(() => [1, 2, 3])],
    ['returns too few', 'EMBEDDER_WRONG_COUNT', async () => []],
    [
      'returns too many',
      'EMBEDDER_WRONG_COUNT',
      async (texts) => [...texts, 'x'].map(() => new Float32Array(26)),
    ],
    [
      'returns NaN',
      'EMBEDDER_NOT_FINITE',
      async (texts) => texts.map(() => new Float32Array(26).fill(Number.NaN)),
    ],
    [
      'returns infinity',
      'EMBEDDER_NOT_FINITE',
      async (texts) => texts.map(() => new Array(26).fill(Number.POSITIVE_INFINITY)),
    ],
    ['returns nothing at all', 'EMBEDDER_WRONG_COUNT', async () => undefined as never],
  ])('%s costs its leg only, with the reason', async (_, code, embed) => {
    await using s = await setup(createLetterEmbedder());
    const broken = createVectorIndex({ embedder: createLetterEmbedder({ embed }), queryTimeout: 50 });
    const result = await createRetriever({ store: s.v.store, vectors: broken }).query('soup salt');
    expect(result.hits[0]?.snippet).toMatch(/soup/);
    expect(result.hits[0]?.why.legs).toEqual(['lexical']);
    expect(result.degradedReasons).toEqual([expect.stringMatching(`^vector: ${code}`)]);
    expect(result.degradedReasons.join()).not.toMatch(/soup|salt/);
  });

  test('fails while indexing loses no claim, stores no vector, and is asked again', async () => {
    const broken = createVectorIndex({
      embedder: createLetterEmbedder({
        embed: async (texts) => texts.map(() => new Array(26).fill(Number.NaN)),
      }),
    });
    await using v = await setupVault(NOTES, { indexes: [broken] });
    await expect(broken.sync(v.store)).rejects.toMatchObject({ code: 'EMBEDDER_NOT_FINITE' });
    expect(broken.status(v.store)).toMatchObject({ vectors: 0 });
    const whole = createVectorIndex({ embedder: createLetterEmbedder() });
    expect((await whole.sync(v.store)).embedded).toBeGreaterThan(0);
  });

  test('is cancelled by the caller', async () => {
    await using s = await setup(createLetterEmbedder());
    const slow = createVectorIndex({ embedder: createLetterEmbedder({ embed: never }) });
    const query = createRetriever({ store: s.v.store, vectors: slow }).query('soup', {
      signal: AbortSignal.timeout(20),
    });
    await expect(query).rejects.toThrow();
  });
});

describe('the index file', () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [
      `n${i}.md`,
      `# N${i}\n\nThe ${'abcdefghij'[i % 10]}${'qrstuv'[i % 6]}x unit number ${i} is ready.\n`,
    ]),
  );
  const setupMany = () => setup(createLetterEmbedder(), { exactLimit: 5 }, many);
  const ask = (s: Awaited<ReturnType<typeof setup>>) =>
    createRetriever({ store: s.v.store, vectors: s.vectors }).query('the unit number 7');

  test('gives what comparing every vector gives, and is the same bytes when built again', async () => {
    await using s = await setupMany();
    const approximate = await ask(s);
    expect(approximate.degraded).toBe(false);
    const exact = createVectorIndex({ embedder: createLetterEmbedder() });
    expect(
      (await createRetriever({ store: s.v.store, vectors: exact }).query('the unit number 7')).hits,
    ).toEqual(approximate.hits);
    const first = readFileSync(indexFile(s.v));
    rmSync(indexFile(s.v));
    expect(await s.vectors.sync(s.v.store)).toEqual({ embedded: 0, built: true });
    expect(readFileSync(indexFile(s.v)).equals(first)).toBe(true);
    expect((await ask(s)).hits).toEqual(approximate.hits);
  });

  test('holds few copies of a line that is repeated', async () => {
    const notes = {
      'log.md': `# Log\n\n${'The unit is ready.\n\n'.repeat(300)}`,
      'b.md': 'We bake bread.\n',
    };
    await using s = await setup(createLetterEmbedder(), { exactLimit: 5 }, notes);
    expect(JSON.parse(readFileSync(`${indexFile(s.v)}.json`, 'utf8'))).toMatchObject({ vectors: 17 });
  });

  test('goes where none is wanted, and every vector is compared', async () => {
    await using s = await setupMany();
    const { hits } = await ask(s);
    const without = createVectorIndex({ embedder: createLetterEmbedder(), exactLimit: 5, indexFile: false });
    expect(await without.sync(s.v.store)).toEqual({ embedded: 0, built: false });
    expect(readdirSync(dirname(indexFile(s.v)))).toEqual([]);
    const found = await createRetriever({ store: s.v.store, vectors: without }).query('the unit number 7');
    expect(found).toMatchObject({ degraded: false, hits });
  });

  test.skipIf(process.platform === 'win32')('is for its user alone, as its folder is', async () => {
    await using s = await setupMany();
    const modes = [dirname(indexFile(s.v)), indexFile(s.v), `${indexFile(s.v)}.json`].map(
      (path) => statSync(path).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o600, 0o600]);
  });

  test.each<[string, (v: TestVault) => void]>([
    ['missing', (v) => rmSync(indexFile(v))],
    ['truncated', (v) => truncateSync(indexFile(v), statSync(indexFile(v)).size >> 1)],
    ['empty', (v) => writeFileSync(indexFile(v), '')],
    [
      'damaged',
      (v) => {
        const bytes = readFileSync(indexFile(v));
        bytes[bytes.length >> 1]! ^= 0xff;
        writeFileSync(indexFile(v), bytes);
      },
    ],
    ['without a manifest', (v) => rmSync(`${indexFile(v)}.json`)],
    [
      'of another vault',
      (v) => {
        const manifest = JSON.parse(readFileSync(`${indexFile(v)}.json`, 'utf8'));
        writeFileSync(`${indexFile(v)}.json`, JSON.stringify({ ...manifest, owner: 'f'.repeat(32) }));
      },
    ],
    [
      'from a later state of the database',
      (v) => {
        const manifest = JSON.parse(readFileSync(`${indexFile(v)}.json`, 'utf8'));
        writeFileSync(`${indexFile(v)}.json`, JSON.stringify({ ...manifest, sequence: 1e9 }));
      },
    ],
  ])('%s is not trusted: the lexical leg answers, and the next sync builds it again', async (_, harm) => {
    await using s = await setupMany();
    const expected = await ask(s);
    harm(s.v);
    const result = await ask(s);
    expect(result.hits.length).toBeGreaterThan(0);
    expect(result.degradedReasons).toEqual([expect.stringMatching(/^vector: VECTORS_NOT_INDEXED/)]);
    expect((await s.vectors.sync(s.v.store)).built).toBe(true);
    expect(await ask(s)).toEqual(expected);
  });

  test('of another vault, put there with its manifest, is not trusted either', async () => {
    await using s = await setupMany();
    await using other = await setup(
      createLetterEmbedder(),
      { exactLimit: 5 },
      {
        ...many,
        'n7.md': '# N7\n\nSomething else altogether.\n',
      },
    );
    const expected = await ask(s);
    for (const file of [indexFile, (v: TestVault) => `${indexFile(v)}.json`])
      copyFileSync(file(other.v), file(s.v));
    const result = await ask(s);
    expect(result.degradedReasons).toEqual([expect.stringMatching(/^vector: VECTORS_NOT_INDEXED/)]);
    expect((await s.vectors.sync(s.v.store)).built).toBe(true);
    expect(await ask(s)).toEqual(expected);
  });

  test('need not know what was written since: new claims are found, removed ones are not', async () => {
    await using s = await setupMany();
    s.v.write('new.md', '# New\n\nThe zzz unit is fresh.\n');
    s.v.remove('n7.md');
    await s.v.index();
    await s.vectors.sync(s.v.store);
    const { hits } = await createRetriever({
      store: s.v.store,
      vectors: s.vectors,
      weights: { vector: 1 },
    }).query('zzz fresh');
    expect(hits[0]?.claim.notePath).toBe('new.md');
    expect(hits.every(({ claim }) => claim.notePath !== 'n7.md')).toBe(true);
  });

  test('serves a read-only process', async () => {
    await using s = await setupMany();
    await using reader = await openClaimStore({ path: s.v.store.path, readonly: true });
    const result = await createRetriever({ store: reader, vectors: s.vectors }).query('the unit number 7');
    expect(result).toEqual(await ask(s));
  });
});
