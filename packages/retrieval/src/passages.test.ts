import { indexVault, openClaimStore } from '@memora/claims';
import { createSecretCodec } from '@memora/privacy/keyring';
import { openVault } from '@memora/vault';
import { describe, expect, test } from 'vitest';
import { createRetriever, type RetrieverOptions } from './create-retriever.ts';
import { createLexicalIndex } from './lexical/tables/create-lexical-index.ts';
import { createSqliteSource } from './source/create-sqlite-source.ts';
import { setupVault } from './testing-fixtures/setup-vault.ts';

const CHAT = `# Chat with Bruno

## 3 February 2026

**Ines:** What will the crane for the piano cost?

**Bruno:** Two hundred and forty. Tomas wants it in cash.

**Ines:** And the lift?

**Bruno:** Nothing so far.
`;

const ask = async (store: RetrieverOptions['store'], question: string, options = {}) =>
  (await createRetriever({ store }).query(question, options)).hits;

describe('passages', () => {
  test('an answer is found by the question before it', async () => {
    await using v = await setupVault({
      'chat.md': CHAT,
      'other.md': '# Cranes\n\nA crane lifts.\n\nThe harbour has a crane.\n',
    });
    const hits = await ask(v.store, 'how much does the crane for the piano cost?', { k: 3 });
    expect(hits.map(({ snippet }) => snippet).join(' ')).toContain('Two hundred and forty');
  });

  test('words of link targets and addresses stand behind all prose and answer nothing, and the address itself is found', async () => {
    await using v = await setupVault({
      'a.md': '# A\n\nThe footer links to [the page](https://example.com/lawyer/phone-number) of Ines.\n',
      'b.md': '# B\n\nA lawyer helped with the contract.\n',
    });
    const [prose, footer] = await ask(v.store, 'lawyer');
    expect([prose?.claim.notePath, prose?.why.coverage]).toEqual(['b.md', 1]);
    expect([footer?.claim.notePath, footer?.why.coverage]).toEqual(['a.md', 0]);
    expect((await ask(v.store, 'https://example.com/lawyer/phone-number'))[0]?.claim.notePath).toBe('a.md');
  });

  test('a long list of links is no better than prose for the words in its addresses', async () => {
    const links = Array.from({ length: 12 }, (_, i) => `[Book ${i}](https://example.org/lantern/${i}.html)`);
    await using v = await setupVault({
      'links.md': `# Links\n\n${links.join(', ')} and a lantern.\n`,
      'lantern.md':
        '# Pier\n\nThe keeper fills the lantern of the pier with oil in the evening, and trims it.\n',
    });
    expect((await ask(v.store, 'lantern'))[0]?.claim.notePath).toBe('lantern.md');
  });

  test('of a footer that many notes repeat are told a few times, and values that notes share each time', async () => {
    const footer = 'For help with the lantern write to the keeper of the pier.';
    const pages = Array.from({ length: 9 }, (_, i) => [
      [`n${i}.md`, `# Page ${i}\n\n${footer}\n`],
      [`p${i}.md`, `# Plan ${i}\n\nStatus: finished\n`],
    ]).flat();
    await using v = await setupVault({
      ...Object.fromEntries(pages),
      'ines.md': '# Ines\n\nInes is the keeper in winter, Bruno in summer.\n\nThe keeper has two keys.\n',
    });
    const said = async (question: string) =>
      (await ask(v.store, question, { k: 6 })).map(({ snippet }) => snippet);
    const keeper = await said('the keeper of the lantern');
    expect(keeper[0]).toBe(footer);
    expect(keeper.join(' ')).toContain('Ines is the keeper');
    expect((await said('status finished')).every((text) => text.includes('finished'))).toBe(true);
  });

  test('come with each hit: the bytes of the passage that the claim is in', async () => {
    const text = '# A\n\nThe okapi runs. It is shy.\n\nThe end of it is near.\n';
    await using v = await setupVault({ 'a.md': text });
    const hits = await ask(v.store, 'okapi runs', { k: 2 });
    const [first, second] = hits.map(({ passage }) => passage);
    expect(text.slice(first?.span.start, first?.span.end)).toBe(
      'The okapi runs. It is shy.\n\nThe end of it is near.',
    );
    expect(second?.key).toBe(first?.key);
    expect(first).toMatchObject({ kind: 'section', at: 0 });
  });

  test('of a table of contents are addresses: they count for no section beside them', async () => {
    const links = Array.from({ length: 10 }, (_, i) => `- [Quiet tides ${i}](#quiet-tides-${i})\n`).join('');
    await using v = await setupVault({ 'pier.md': `${links}\n## Lantern oil\n\nInes brings it.\n` });
    const texts = v.store.database.prepare('SELECT text, address FROM lexical_fts ORDER BY rowid').raw();
    const [list, section] = texts.all() as [string, string][];
    expect([list?.[0], list?.[1].startsWith('quiet tide 0')]).toEqual(['', true]);
    expect(section).toEqual(['ine bring it', '']);
    const [hit] = await ask(v.store, 'quiet tides');
    expect(hit).toBeUndefined();
  });

  test('follow every edit: what went is not found, what stayed is', async () => {
    await using v = await setupVault({ 'a.md': '# A\n\nThe quetzal sings.\n\nThe okapi runs. It is shy.\n' });
    v.write('a.md', '# A\n\nA new line about lynxes.\n\nThe okapi runs. It is shy.\n');
    await v.index();
    expect(await ask(v.store, 'quetzal')).toEqual([]);
    expect((await ask(v.store, 'shy okapi')).map(({ snippet }) => snippet).join(' ')).toContain('okapi');
    v.remove('a.md');
    await v.index();
    expect(await ask(v.store, 'okapi')).toEqual([]);
    const counts = ['lexical_passages', 'lexical_claims', 'lexical_fts', 'lexical_terms'].map((table) =>
      v.store.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
    );
    expect(counts).toEqual([0, 0, 0, 0]);
  });

  test('what is private beside a public passage leads nobody to it who may not see the former', async () => {
    const note =
      '---\nprivacy: public\n---\n# Bridge\n\nThe bridge is old.\n\n<!--privacy:private-->\nThe zyzzyva lives there.\n<!--/privacy-->\n\nThe river is wide.\n';
    await using v = await setupVault({ 'a.md': note });
    const bands = (await v.store.listClaims()).claims.map(({ band }) => band);
    expect(new Set(bands)).toEqual(new Set(['public', 'private']));
    expect(await ask(v.store, 'zyzzyva', { bands: ['public'] })).toEqual([]);
    expect((await ask(v.store, 'zyzzyva')).length).toBeGreaterThan(0);
  });

  test('hold nothing of a secret claim in any table', async () => {
    await using v = await setupVault(
      {
        'a.md':
          '# Bank\n\nThe branch is in Lyon.\n\n<!--privacy:secret-->\nThe zyzzyva is behind the stove.\n<!--/privacy-->\n',
      },
      { codec: createSecretCodec(Buffer.alloc(32, 7)) },
    );
    const { claims } = await v.store.listClaims();
    expect(claims.some(({ band }) => band === 'secret')).toBe(true);
    expect(v.store.database.prepare('SELECT count(*) FROM lexical_secret').pluck().get()).toBe(1);
    expect(v.store.database.serialize().toString('latin1')).not.toContain('zyzzyva');
    expect((await ask(v.store, 'zyzzyva'))[0]?.claim.band).toBe('secret');
    expect(await ask(v.store, 'zyzzyva', { bands: ['public', 'private'] })).toEqual([]);
  });

  test('are not searched for who asks for secret claims alone', async () => {
    await using v = await setupVault(
      {
        'a.md':
          '# Bank\n\nThe branch is in Lyon.\n\n<!--privacy:secret-->\nThe branch opens with a zyzzyva.\n<!--/privacy-->\n',
      },
      { codec: createSecretCodec(Buffer.alloc(32, 7)) },
    );
    const source = createSqliteSource(v.store);
    const asked: string[] = [];
    const lexical = {
      ...source.lexical,
      ranked: (...plan: Parameters<typeof source.lexical.ranked>) => {
        asked.push('ranked');
        return source.lexical.ranked(...plan);
      },
      newest: (...rest: Parameters<typeof source.lexical.newest>) => {
        asked.push('newest');
        return source.lexical.newest(...rest);
      },
    };
    const { query, passages } = createRetriever({ source: { ...source, lexical } });
    const { hits } = await query('branch', { bands: ['secret'] });
    expect(hits.map(({ claim }) => claim.band)).toEqual(['secret']);
    expect((await passages('branch', { bands: ['secret'] })).hits).toEqual([]);
    expect(asked).toEqual([]);
    expect((await query('branch')).hits.map(({ claim }) => claim.band)).toContain('secret');
    expect(asked).toContain('ranked');
  });

  test('an index of an older version is made anew by the next run, without loss', async () => {
    await using v = await setupVault({ 'a.md': '# A\n\nThe quetzal sings.\n' });
    v.store.transaction((db) => {
      db.exec(`DROP TABLE lexical_fts; DROP TABLE lexical_passages; DROP TABLE lexical_claims;
        CREATE VIRTUAL TABLE lexical_fts USING fts5(statement, span, title, heading, alias, near);
        UPDATE claim_index SET version = 3 WHERE name = 'lexical'`);
    });
    const path = v.store.database.name;
    const before = (await v.store.listClaims()).claims.map(({ id }) => id);
    expect(() => createRetriever({ store: v.store })).toThrowError(
      expect.objectContaining({ code: 'LEXICAL_INDEX_OUTDATED' }),
    );
    await using store = await openClaimStore({ path, indexes: [createLexicalIndex()] });
    await indexVault({ vault: await openVault(v.root), store });
    expect((await ask(store, 'quetzal')).map(({ claim }) => claim.id)).toEqual(before);
  });
});
