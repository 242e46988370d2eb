import { describe, expect, test } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { openEmbeddingServer } from '../testing-fixtures/embedding-server.ts';
import { setupVault, type TestVault } from '../testing-fixtures/setup-vault.ts';

const NOTES = {
  'clinic.md': '# Clinic\n\nThe physician recommends rest.\n\nThe soup needs salt.\n',
  'hidden.md': '---\nprivacy: secret\n---\n# Hidden\n\nThe vault code is zyzzyva.\n',
};

const open = ({ root, env }: TestVault, embed: Record<string, string> = {}) =>
  openMemory({
    vault: root,
    env: {
      ...env,
      ...Object.fromEntries(
        Object.entries(embed).map(([key, value]) => [`MEMORA_EMBED_${key.toUpperCase()}`, value]),
      ),
    },
  });

describe('without any setting', () => {
  test('a claim that shares no word with the question is found, by the table that ships with Memora', async () => {
    await using vault = await setupVault(NOTES);
    await using memory = await open(vault);
    const { vectors } = await memory.index();
    expect(vectors).toEqual({ embedder: 'memora-word-table@1', embedded: 0, pending: 0, problem: null });
    const { hits, degraded } = await memory.query('doctor');
    expect(hits[0]?.why.legs).toEqual(['vector']);
    expect(hits[0]?.snippet).toMatch(/physician/);
    expect(degraded).toBe(false);
  });

  test('a watch embeds what it indexes', async () => {
    await using vault = await setupVault(NOTES);
    await using memory = await open(vault);
    const abort = new AbortController();
    for await (const event of memory.watch({ signal: abort.signal })) {
      if (event.type !== 'indexed') continue;
      const { hits } = await memory.query('automobile', { k: 1 });
      if (hits[0]?.snippet.includes('car')) abort.abort();
      else if (event.report.claimsNew > 1) await vault.write('garage.md', '# Garage\n\nA car waits there.\n');
    }
    expect((await memory.query('automobile', { k: 1 })).hits[0]?.why.legs).toEqual(['vector']);
  });

  test('an empty vault is no degraded one', async () => {
    await using vault = await setupVault();
    await using memory = await open(vault);
    await memory.index();
    expect(await memory.query('doctor')).toEqual({
      hits: [],
      degraded: false,
      degradedReasons: [],
      cut: false,
      behind: [],
    });
  });

  test('a run that finds nothing to do writes nothing', async () => {
    await using vault = await setupVault(NOTES);
    await using memory = await open(vault);
    await memory.index();
    const version = async () => (await memory.query('soup')).hits.length;
    expect(await version()).toBeGreaterThan(0);
    const { report } = await memory.index();
    expect(report.changed).toBe(0);
  });
});

describe('embed.provider = "none"', () => {
  test('finds by words only and is not degraded; back again, every claim is embedded', async () => {
    await using vault = await setupVault(NOTES);
    {
      await using memory = await open(vault);
      await memory.index();
    }
    {
      await using memory = await open(vault, { provider: 'none' });
      expect((await memory.index()).vectors).toBeNull();
      await vault.write('garage.md', '# Garage\n\nA car waits there.\n');
      await memory.index();
      expect(await memory.query('doctor')).toMatchObject({ hits: [], degraded: false });
    }
    await using memory = await open(vault);
    expect((await memory.query('automobile')).degradedReasons).toEqual(['vector_vectors_not_ready']);
    await memory.index();
    expect((await memory.query('automobile')).hits[0]?.snippet).toMatch(/car/);
    expect((await memory.query('doctor')).hits[0]?.snippet).toMatch(/physician/);
  });
});

describe('an embedding service', () => {
  const remote = (url: string) => ({
    provider: 'openai-compatible',
    model: 'letters',
    dim: '26',
    endpoint: url,
  });

  test('on this machine embeds every claim but the secret ones, and questions', async () => {
    await using vault = await setupVault(NOTES);
    await using server = await openEmbeddingServer();
    await using memory = await open(vault, remote(server.url));
    expect((await memory.index()).vectors).toMatchObject({ embedded: 2, pending: 0, problem: null });
    const { hits, degraded } = await memory.query('soup');
    expect([hits[0]?.why.legs, degraded]).toEqual([['lexical', 'vector'], false]);
    expect(server.texts).toContain('soup');
    expect(server.texts.join(' ')).not.toMatch(/zyzzyva|Hidden/);
  });

  test('gets a question once where nothing is secret', async () => {
    const question = 'What does the soup need?';
    await using vault = await setupVault({ 'clinic.md': NOTES['clinic.md'] });
    await using server = await openEmbeddingServer();
    await using memory = await open(vault, remote(server.url));
    await memory.index();
    const { cleanText } = await memory.ask(question);
    expect(cleanText).toContain('The soup needs salt.');
    expect(server.texts.filter((text) => text === question)).toHaveLength(1);
  });

  test('that fails loses no claim, is named in the report and in each answer, and is asked again', async () => {
    await using vault = await setupVault(NOTES);
    await using server = await openEmbeddingServer();
    server.status = 401;
    await using memory = await open(vault, remote(server.url));
    const { report, vectors } = await memory.index();
    expect(report).toMatchObject({ claims: 3, failed: 0, complete: true });
    expect(vectors).toMatchObject({ embedded: 0, pending: 2, problem: { code: 'EMBEDDER_FAILED' } });
    const found = await memory.query('soup');
    expect(found.hits[0]?.snippet).toMatch(/soup/);
    expect(found.degradedReasons).toEqual(['vector_embedder_failed']);
    expect((await memory.ask('What does the soup need?')).degradedReasons).toContain(
      'vector_embedder_failed',
    );
    server.status = null;
    expect((await memory.index()).vectors).toMatchObject({ embedded: 2, pending: 0, problem: null });
    expect((await memory.query('soup')).degraded).toBe(false);
  });

  test('elsewhere gets nothing without the flag', async () => {
    await using vault = await setupVault(NOTES);
    await using memory = await open(vault, remote('http://192.0.2.7:9/v1'));
    expect((await memory.index()).vectors).toMatchObject({
      embedded: 0,
      problem: { code: 'EMBEDDER_FAILED' },
    });
    expect((await memory.query('soup')).hits[0]?.snippet).toMatch(/soup/);
  });

  test('without its settings stops indexing with what to set, and costs a question its vectors only', async () => {
    await using vault = await setupVault(NOTES);
    {
      await using memory = await open(vault);
      await memory.index();
    }
    await using memory = await open(vault, {
      provider: 'openai-compatible',
      endpoint: 'http://127.0.0.1:9/v1',
    });
    await expect(memory.index()).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('embed.model'),
    });
    const found = await memory.query('soup');
    expect(found.hits[0]?.snippet).toMatch(/soup/);
    expect(found.degradedReasons).toEqual(['vector_config_invalid']);
  });
});

describe('another embedder', () => {
  test('is told in each answer until the vault is indexed again', async () => {
    await using vault = await setupVault(NOTES);
    {
      await using memory = await open(vault);
      await memory.index();
    }
    await using memory = await openMemory({
      vault: vault.root,
      env: vault.env,
      embedder: {
        id: 'own',
        version: '1',
        dimensions: 2,
        place: 'loopback',
        embed: async (texts) => texts.map((text) => [text.length, 1]),
      },
    });
    expect((await memory.query('soup')).degradedReasons).toEqual(['vector_embedder_changed']);
    expect((await memory.index()).vectors).toMatchObject({ embedder: 'own@1', embedded: 2, pending: 0 });
    expect((await memory.query('soup')).degraded).toBe(false);
  });
});
