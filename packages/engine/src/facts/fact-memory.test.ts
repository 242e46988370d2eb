import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fact, FactStore } from '@memora/claims';
import { factStoreContract } from '@memora/claims/testing';
import { MemoraError } from '@memora/core';
import type { CustomRetriever, Embedder } from '@memora/retrieval';
import { describe, expect, it } from 'vitest';
import { MemoryError } from '../memory-error.ts';
import { openMemory } from '../open-memory.ts';
import type { OpenFactMemoryOptions } from './fact-memory.ts';

/** A store of a few lines: facts in a map, as an embedder may write it. */
function createMapStore(facts: readonly Fact[] = []) {
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const reads: string[][] = [];
  const store: FactStore = {
    put: async (more) => {
      for (const fact of more) byId.set(fact.id, fact);
    },
    get: async (ids) => {
      reads.push([...ids]);
      return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
    },
    list: () => byId.values(),
    remove: async (ids) => {
      for (const id of ids) byId.delete(id);
    },
  };
  return { ...store, byId, reads };
}

const FACTS: readonly Fact[] = [
  { id: 'accounts/42', title: 'Acme', text: 'Acme pays 900 EUR a month.' },
  { id: 'accounts/43', title: 'Birch', text: 'Birch pays 450 EUR a month.' },
  { id: 'pumps/1', text: 'The pump of the well runs at 40 bar.' },
];
const QUESTION = 'At how many bar does the pump of the well run?';

async function setup(options: Partial<OpenFactMemoryOptions> = {}, facts = FACTS) {
  const store = createMapStore(facts);
  const config = await mkdtemp(join(tmpdir(), 'memora-facts-'));
  const env = { MEMORA_CONFIG_DIR: config };
  const memory = await openMemory({ env, ...options, store });
  return {
    store,
    memory,
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await rm(config, { recursive: true, force: true });
    },
  };
}

describe('the map store', () => {
  it.each(factStoreContract.map((each) => [each.promise, each.check] as const))('%s', async (_, check) =>
    check(createMapStore()),
  );
});

describe('a memory of facts', () => {
  it('answers from facts alone, names the fact, and refuses an altered figure', async () => {
    await using s = await setup();
    const answer = await s.memory.ask(QUESTION, { k: 1 });
    expect(answer.report.verdict).toBe('verified');
    expect(answer.cleanText).toContain('The pump of the well runs at 40 bar.');
    expect(answer.report.checks[0]).toMatchObject({ status: 'verified', notePath: 'pumps/1' });
    const forged = await s.memory.verify(answer.cleanText.replace('40 bar', '60 bar'));
    expect(forged.checks[0]?.status).toBe('token_mismatch');
    expect((await s.memory.verify(answer.cleanText)).verdict).toBe('verified');
    expect((await s.memory.ask('Who owns the moon?')).abstained).toBe(true);
  });

  it('reads a fact again before it shows it: one that was changed behind its back is cited by nobody', async () => {
    await using s = await setup();
    const { cleanText } = await s.memory.ask(QUESTION);
    s.store.byId.set('pumps/1', { id: 'pumps/1', text: 'The pump of the well runs at 55 bar.' });
    expect((await s.memory.verify(cleanText)).checks[0]?.status).toBe('fingerprint_mismatch');
    const stale = await s.memory.ask(QUESTION);
    expect(stale.cleanText).not.toContain('40 bar');
    expect(stale.notices.behind).toEqual(['pumps/1']);
    await s.memory.index();
    expect((await s.memory.ask(QUESTION)).cleanText).toContain('55 bar');
  });

  it('puts and removes facts in the store and in what is found', async () => {
    await using s = await setup({}, []);
    expect((await s.memory.ask(QUESTION)).abstained).toBe(true);
    const bad: Fact = { id: 'x/../y', text: 'The safe opens with 4711.' };
    const { added, failures } = await s.memory.put([...FACTS, bad]);
    expect([added, failures.map(({ id, code }) => [id, code])]).toEqual([3, [['x/../y', 'FACT_INVALID']]]);
    expect([...s.store.byId.keys()]).toEqual(FACTS.map(({ id }) => id));
    expect((await s.memory.ask(QUESTION)).cleanText).toContain('40 bar');
    const { cleanText } = await s.memory.ask(QUESTION);
    await s.memory.remove(['pumps/1']);
    expect((await s.memory.ask(QUESTION)).cleanText).not.toContain('40 bar');
    expect((await s.memory.verify(cleanText)).verdict).not.toBe('verified');
  });

  it('brings in what others wrote, all of it or by id', async () => {
    await using s = await setup();
    await s.memory.ask(QUESTION);
    s.store.byId.delete('accounts/43');
    s.store.byId.set('mills/1', { id: 'mills/1', text: 'The mill of Orla has 4 wheels.' });
    expect(await s.memory.index({ ids: ['mills/1'] })).toMatchObject({ added: 1, retired: 0 });
    expect(await s.memory.index()).toMatchObject({ added: 0, retired: 1 });
    const { hits } = await s.memory.query('How many wheels has the mill of Orla?');
    expect(hits[0]?.claim.notePath).toBe('mills/1');
  });

  it('shows and sends nothing that a marker hides', async () => {
    const text =
      'The kiln burns at 900 degrees.\n\n<!--privacy:secret-->The kiln key is 4711-Kestrel.<!--/privacy-->\n';
    await using s = await setup({}, [{ id: 'kiln', text }]);
    const answer = await s.memory.ask('What is the kiln key, and how hot does the kiln burn?');
    expect(JSON.stringify(answer)).not.toContain('4711');
    const { prompt } = await s.memory.prompt('What is the kiln key?');
    expect(String(prompt)).not.toContain('4711');
    await expect(s.memory.guard.check(['the key is 4711-Kestrel'] as never)).rejects.toMatchObject({
      code: expect.stringMatching(/LEAK|SECRET/u),
    });
  });

  it('takes no id, title or triple with a secret, whether a marker hides it or an enforced detector finds it', async () => {
    const config = { MEMORA_CONFIG_DIR: '/nonexistent' };
    const secrets: readonly (readonly [env: Record<string, string>, hidden: string])[] = [
      [config, 'Safe <!--privacy:secret-->Moonh0rse!7<!--/privacy-->'],
      [{ ...config, MEMORA_PRIVACY_DETECTOR: 'enforce' }, 'Safe, password: Moonh0rse!7'],
    ];
    for (const [env, hidden] of secrets) {
      const text = 'The safe of Ann is blue.';
      const facts: readonly Fact[] = [
        { id: 'title', title: hidden, text },
        { id: `id ${hidden.replace('/privacy', 'privacy:end')}`, text },
        { id: 'triple', text, triple: { subject: 'safe', predicate: 'is', object: hidden } },
      ];
      await using put = await setup({ env }, []);
      const { failures } = await put.memory.put(facts);
      expect(failures.map(({ id, code }) => [id, code])).toEqual(facts.map(({ id }) => [id, 'FACT_INVALID']));
      expect(failures.map(({ reason }) => reason).join()).not.toContain('Moonh0rse');
      expect(put.store.byId.size).toBe(0);
      // A store may contain data that no memory wrote.
      await using s = await setup({ env }, [
        ...facts,
        { id: 'barn', text: 'The safe of the barn is green.' },
      ]);
      const question = 'Which colour is the safe of the barn and of Ann?';
      const seen = [
        await s.memory.ask(question),
        await s.memory.prompt(question),
        await s.memory.query(question),
        await s.memory.claims.listClaims(),
      ];
      expect(JSON.stringify(seen)).toContain('green');
      expect(JSON.stringify(seen)).not.toContain('Moonh0rse');
    }
  });

  it('takes no secret whose name is in one part of a fact and whose value is in another', async () => {
    const env = { MEMORA_CONFIG_DIR: '/nonexistent', MEMORA_PRIVACY_DETECTOR: 'enforce' };
    const text = 'The safe of Ann is blue.';
    const triple = { subject: 'safe', predicate: 'password', object: 'Moonh0rse!7' };
    const facts: readonly Fact[] = [
      { id: 'triple', text, triple },
      {
        id: 'words',
        text,
        triple: { subject: 'password of', predicate: 'the safe', object: 'is Moonh0rse!7' },
      },
      { id: 'ends', text, title: 'Password', triple: { ...triple, predicate: 'opens with' } },
      { id: 'title', title: 'Password', text: 'Moonh0rse!8' },
      { id: 'list', title: 'Password', text: '- Moonh0rse!8\n- Password: Moonh0rse!9' },
      { id: 'ann/password', text: 'Moonh0rse!8' },
      { id: 'password/ann', text: 'Moonh0rse!8' },
      { id: 'password/Moonh0rse!8', text },
      { id: 'Moonh0rse!8', text, title: 'Password' },
      { id: 'value', text, title: 'Moonh0rse!8', triple: { ...triple, subject: 'password', object: 'Ann' } },
      {
        id: 'object',
        text: 'Moonh0rse!8',
        triple: { subject: 'safe', predicate: 'has', object: 'password' },
      },
      { id: 'before', text, triple: { subject: 'Moonh0rse!8', predicate: 'is', object: 'the password' } },
      { id: 'part', text, triple: { subject: 'password of Ann', predicate: 'is', object: 'moonhorse8' } },
      { id: 'bare', text, triple: { subject: 'password of Ann', predicate: 'has', object: 'moonhorse8' } },
      { id: 'apart', text, triple: { subject: 'moonhorse8', predicate: 'is_password_of', object: 'Ann' } },
      { id: 'below', title: 'is the password', text: 'Moonh0rse!8' },
      { id: 'label', title: 'Password of Ann', text: 'moonhorse8' },
    ];
    await using s = await setup({ env }, []);
    const good = {
      id: 'ben/password',
      title: 'Password',
      text: 'The barn of Ann is red. Password: Moonh0rse!8',
    };
    const { failures } = await s.memory.put([...facts, good]);
    expect(failures.map(({ id, code }) => [id, code])).toEqual(facts.map(({ id }) => [id, 'FACT_INVALID']));
    await using read = await setup({ env }, [...facts, { id: 'barn', text: 'The barn of Ann is red.' }]);
    const question = 'What is the password of the safe, and which colour is the barn of Ann?';
    const seen = [failures.map(({ reason }) => reason), await read.memory.ask(question)];
    expect(JSON.stringify([...seen, await read.memory.claims.listClaims()])).not.toContain('Moonh0rse');
  });

  it('shows nothing of a text that an enforced detector calls secret, nor below such a heading', async () => {
    const env = { MEMORA_CONFIG_DIR: '/nonexistent', MEMORA_PRIVACY_DETECTOR: 'enforce' };
    const text =
      '# The barn\n\nThe barn is red.\n\nPassword: Moonh0rse!7\n\n# Safe, password: Moonh0rse!7\n\nIt is blue.';
    await using s = await setup({ env }, [{ id: 'barn', text }]);
    const seen = [await s.memory.ask('Which colour is the barn?'), await s.memory.claims.listClaims()];
    expect(JSON.stringify(seen)).toContain('The barn is red');
    expect(JSON.stringify(seen)).not.toContain('Moonh0rse');
  });

  it('says of what is no fact at all that it can’t be put, and puts the others', async () => {
    await using s = await setup({}, []);
    const given = [null, undefined, 'The kiln is hot.', { text: 'No id.' }, ...FACTS] as never;
    const { added, failures } = await s.memory.put(given);
    expect([added, failures.map(({ code }) => code)]).toEqual([3, Array(4).fill('FACT_INVALID')]);
  });

  it('says what fails by codes of ours, and lets errors of the store through', async () => {
    const store = { ...createMapStore(), get: () => Promise.reject(new Error('the table is locked')) };
    await using memory = await openMemory({ store, env: { MEMORA_CONFIG_DIR: '/nonexistent' } });
    await expect(memory.put(FACTS)).rejects.toThrow('the table is locked');
    await expect(openMemory({ store, vault: '/tmp' } as never)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
    });
  });

  it.each([
    ['get', [null], 'get()'],
    ['get', null, 'get()'],
    ['list', [null], 'list()'],
    ['list', undefined, 'list()'],
    ['list', ['The kiln is hot.'], 'list()'],
  ])('names the method of a store whose %s() returns %j', async (method, returned, named) => {
    const given = method === 'get' ? Promise.resolve(returned) : returned;
    const store = { ...createMapStore(FACTS), [method]: () => given } as never;
    await using memory = await openMemory({ store, env: { MEMORA_CONFIG_DIR: '/nonexistent' } });
    const run = method === 'get' ? memory.index({ ids: ['pumps/1'] }) : memory.ask(QUESTION);
    const error: unknown = await run.catch((thrown: unknown) => thrown);
    if (!MemoryError.isInstance(error)) throw error;
    expect([error.code, error.message.includes(named)]).toEqual(['FACT_STORE_INVALID', true]);
  });

  it('fails by every method once it is closed', async () => {
    await using s = await setup();
    await s.memory.close();
    for (const call of [
      () => s.memory.ask(QUESTION),
      () => s.memory.put(FACTS),
      () => s.memory.index(),
      () => s.memory.claims.listClaims(),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'MEMORY_CLOSED' });
    expect(() => s.memory.verifyStream()).toThrow(MemoraError);
  });
});

it('makes no question wait for an embedder that failed, and tries it again after 30 seconds', async () => {
  let at = Date.parse('2026-11-30T10:00:00Z');
  let batches = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const embedder: Embedder = {
    ...{ id: 'own', version: '1', dimensions: 2, place: 'loopback' },
    embed: async (texts) => {
      // Only the question is embedded.
      if (texts.length > 1 && ++batches === 1) throw new Error('no connection');
      if (texts.length > 1) await promise;
      return texts.map(() => [1, 0]) as never;
    },
  };
  await using s = await setup({ embedder, now: () => new Date(at) });
  const reasons = async () => (await s.memory.ask(QUESTION)).degradedReasons.join();
  expect([await reasons(), await reasons(), batches]).toMatchObject([
    expect.stringContaining('vector_'),
    expect.stringContaining('vector_'),
    1,
  ]);
  at += 30_000;
  const four = await Promise.all([reasons(), reasons(), reasons(), reasons()]);
  expect([four.every((each) => each.includes('vector_')), batches]).toEqual([true, 2]);
  resolve();
  await expect.poll(reasons).not.toContain('vector_');
  expect(batches).toBe(2);
});

it('answers by words, and says so, if an embedder always fails', async () => {
  const embedder: Embedder = {
    ...{ id: 'own', version: '1', dimensions: 2, place: 'loopback' },
    embed: () => Promise.reject(new Error('no connection to 10.0.0.7')),
  };
  await using s = await setup({ embedder });
  await s.memory.put([{ id: 'barns/1', text: 'The barn of Ann is red.' }]);
  for (const [question, said] of [
    [QUESTION, '40 bar'],
    ['Which colour is the barn of Ann?', 'red'],
  ] as const) {
    const answer = await s.memory.ask(question);
    expect(answer.cleanText).toContain(said);
    expect(answer.degradedReasons).toContain('vector_embedder_failed');
    expect(JSON.stringify(answer)).not.toContain('10.0.0.7');
  }
});

describe('a retriever of the caller’s own', () => {
  const finding = (ids: readonly string[]): CustomRetriever => ({
    find: async () => ids.map((id, i) => ({ id, score: 1 / (i + 1) })),
  });

  it('decides what is found and in which order, whatever words are held; nothing else is read', async () => {
    await using s = await setup({ retriever: finding(['accounts/43', 'accounts/42']) });
    const { passages } = await s.memory.passages('who is it?');
    expect(passages.map(({ passage }) => passage.notePath)).toEqual(['accounts/43', 'accounts/42']);
    expect(s.store.reads.flat()).not.toContain('pumps/1');
    expect((await s.memory.query('who is it?')).hits.map(({ claim }) => claim.notePath)).toEqual([
      'accounts/43',
      'accounts/42',
    ]);
  });

  it('shows nothing that it did not find this time, though it was found before', async () => {
    const allowed = { ids: ['pumps/1'] };
    const retriever: CustomRetriever = {
      find: async () => allowed.ids.map((id) => ({ id, score: 1 })),
    };
    await using s = await setup({ retriever });
    expect((await s.memory.ask(QUESTION)).cleanText).toContain('40 bar');
    allowed.ids = [];
    expect(await s.memory.ask(QUESTION)).toMatchObject({ abstained: true, cleanText: '', hits: [] });
    expect((await s.memory.query(QUESTION)).hits).toEqual([]);
  });

  it('that fails, or gives something else, finds nothing and says so, without its words', async () => {
    for (const find of [
      () => Promise.reject(new Error('no index for 4711')),
      async () => 'pumps/1' as never,
      async () => [{ id: 'pumps/1', score: Number.NaN }],
      async () => [null] as never,
      async () => [undefined, { id: 'pumps/1', score: 1 }] as never,
      async () => [{ score: 1 }] as never,
    ]) {
      await using s = await setup({ retriever: { find } });
      const answer = await s.memory.ask(QUESTION);
      expect(answer).toMatchObject({ abstained: true, cleanText: '' });
      expect(answer.degradedReasons.filter((reason) => reason.startsWith('custom_'))).toHaveLength(1);
      expect(JSON.stringify(answer)).not.toContain('4711');
    }
  });

  it('reads facts as they are now: an id that is gone is no hit', async () => {
    await using s = await setup({ retriever: finding(['never', 'pumps/1']) });
    expect((await s.memory.ask(QUESTION)).cleanText).toContain('40 bar');
    s.store.byId.set('pumps/1', { id: 'pumps/1', text: 'The pump of the well runs at 55 bar.' });
    expect((await s.memory.ask(QUESTION)).cleanText).toContain('55 bar');
  });
});
