import type { ClaimDocument } from '@memora/claims';
import { sampleOf } from '@memora/testing-fixtures/every-nth';
import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noIndexStatus } from '../testing-fixtures/no-index-status.ts';
import { toDocument } from '../testing-fixtures/to-document.ts';
import { createSqliteLexicalSource } from './create-sqlite-lexical-source.ts';
import { type LexicalSearchOptions, prepareLexicalSearch } from './search-lexical.ts';
import { createLexicalIndex } from './tables/create-lexical-index.ts';
import { prepareSecretTexts } from './tables/secret-texts.ts';

const index = createLexicalIndex();

const searchIn = (db: BetterSqlite3.Database, options?: LexicalSearchOptions) =>
  prepareLexicalSearch(createSqliteLexicalSource(db), options);

function setupIndex(documents: readonly Partial<ClaimDocument>[] = []) {
  const db = new BetterSqlite3(':memory:');
  index.create(db, noIndexStatus);
  index.add(db, documents.map(toDocument));
  return { db, find: async (text: string) => (await searchIn(db)(text)).hits.map(({ key }) => key) };
}

const bytesOf = (db: BetterSqlite3.Database) => db.serialize().toString('latin1');

describe('a claim is found', () => {
  test('by its text, title, heading path, aliases and neighbours, in that order', async () => {
    const { find } = setupIndex([
      { text: 'x1', before: 'the quetzal sings' },
      { text: 'x2', aliases: ['quetzal'] },
      { text: 'x3', headingPath: ['Birds', 'Quetzal'] },
      { text: 'the quetzal is green', subject: 'quetzal', predicate: 'is', object: 'green' },
    ]);
    expect((await find('quetzal'))[0]).toBe(4);
    expect((await find('quetzal')).at(-1)).toBe(1);
    expect(new Set(await find('quetzal'))).toEqual(new Set([1, 2, 3, 4]));
  });

  test.each([
    ['Chinese', '机器学习模型需要数据', '学习模型'],
    ['one Chinese character', '机器学习模型需要数据', '数'],
    ['Japanese', '東京の会議は三時から行われます', '会議はいつ'],
    ['Korean', '서울에서 회의를 합니다', '서울 회의'],
    ['Thai', 'การประชุมเริ่มเวลาสามโมง', 'ประชุม'],
    [
      'German inflection',
      'Die Verträge wurden gekündigt und sind nicht mehr gültig',
      'Wer hat den Vertrag gekündigt?',
    ],
    ['a German question without umlauts', 'Die Prüfung der Geräte ist am Montag', 'prufung gerate'],
    ['Russian inflection', 'Команды выполняются на сервере', 'какая команда'],
    ['Arabic', 'الاجتماع في القاهرة', 'القاهرة'],
    [
      'a word in a text of another language',
      'Der Timeout des Servers ist 30 Sekunden',
      'what is the server timeout',
    ],
    ['a prefix', 'the kubernetes cluster', 'kuber*'],
    ['a slip', 'the kubernetes cluster', 'kubernetse'],
    ['a doubled first letter', 'the kubernetes cluster', 'kkubernetes'],
    ['a date in words', 'released on 2024-03-05', 'what was released on March 5, 2024?'],
    ['a year inside a range', 'She taught in Kyoto 2003–2007', 'where did she teach in 2005'],
    ['a range by a year inside it', 'She taught in Kyoto in 2005', '2003–2007'],
    ['a path', 'see packages/retrieval/src/index.ts', 'packages/retrieval/src/index.ts'],
    ['stop words alone', 'to be or not to be', 'to be or not to be'],
  ])('%s', async (_, text, question) => {
    const { find } = setupIndex([{ text }, { text: 'Something else entirely, about cheese' }]);
    expect((await find(question))[0]).toBe(1);
  });
});

describe('spelling', () => {
  test('a slip never outranks an exact hit', async () => {
    const { find } = setupIndex([
      { text: 'kubernetes kubernetes kubernetes', subject: 'kubernetes' },
      {
        text: 'an unrelated migration in passing, among a great many other words about nothing in particular',
      },
    ]);
    expect(await find('kubernetse migration')).toEqual([2, 1]);
  });

  test('a word the index holds is not widened', async () => {
    const { find } = setupIndex([{ text: 'the causal link' }, { text: 'the casual link' }]);
    expect(await find('causal')).toEqual([1]);
  });

  test('numbers and identifiers are never guessed', async () => {
    const { find } = setupIndex([{ text: 'timeout 30001' }, { text: 'error_code_x' }]);
    expect(await find('30002')).toEqual([]);
    expect(await find('v1.2.4')).toEqual([]);
  });
});

describe('order', () => {
  test('a quoted phrase found whole ranks before its words apart', async () => {
    const { find } = setupIndex([
      { text: 'the lake was red and the deer ran over green grass' },
      { text: 'a red lake and a deer' },
    ]);
    expect((await find('"red lake" deer'))[0]).toBe(2);
  });

  test('what holds the words of a compound lacks little of it, and may be first by the others', async () => {
    const { find } = setupIndex([
      ...Array.from({ length: 200 }, (_, i) => ({
        text: i % 5 === 0 ? `ward ${i} was treated early` : `the patients of ward ${i} are positive`,
      })),
      { text: 'an HIV-positive cohort of 1998' },
      { text: 'patients who are HIV positive, treated early' },
    ]);
    expect((await find('early treatment of HIV-positive patients'))[0]).toBe(202);
  });

  test('the years inside a range ask for one time: lists of years stay behind whom the question is about', async () => {
    const list = Array.from({ length: 12 }, (_, i) => `Secretary ${1988 + 2 * i}–${1990 + 2 * i}`).join(', ');
    const { find } = setupIndex([
      { text: list, subject: 'league' },
      ...Array.from({ length: 300 }, (_, i) => ({ text: `Something else, about cheese ${i}` })),
      { text: 'Nora Ephron was married for more than 20 years, until her death', subject: 'Nora Ephron' },
    ]);
    expect((await find('Whom was Nora Ephron married to from 1987 to 2012?'))[0]).toBe(302);
  });

  test('of two that are level otherwise the one with a year inside the range stands first', async () => {
    const { find } = setupIndex([
      { text: 'Nora lived in Paris in 1960' },
      { text: 'Nora lived in Rome in 1999' },
      { text: 'Nora lived in Bonn in 2031' },
    ]);
    expect((await find('Where did Nora live from 1987 to 2012?'))[0]).toBe(2);
  });

  test('ties break by key, whatever the order of adding', async () => {
    const same = { text: 'the same words' };
    const db = new BetterSqlite3(':memory:');
    index.create(db, noIndexStatus);
    index.add(db, [toDocument(same, 7), toDocument(same, 2), toDocument(same, 5)]);
    expect((await searchIn(db)('same words')).hits.map(({ key }) => key)).toEqual([3, 6, 8]);
  });
});

describe('words too common to search for one by one', () => {
  const documents = Array.from({ length: 600 }, (_, i) => ({
    text: [i % 12 === 0 && 'pump', i % 18 === 0 && 'valve', i % 30 === 0 && 'gasket', `n${i}`]
      .filter(Boolean)
      .join(' '),
  }));
  const setup = () => {
    const { db } = setupIndex(documents);
    return { whole: searchIn(db), cut: searchIn(db, { postings: 12 }) };
  };
  const keysOf = ({ hits }: { hits: readonly { key: number }[] }) => hits.map(({ key }) => key);

  test('find what holds two of them, which is what a search that leaves out none ranks first', async () => {
    const { whole, cut } = setup();
    for (const [question, both] of [
      ['pump gasket', 10],
      ['valve gasket', 7],
      ['gasket pump valve', 4],
    ] as const) {
      const found = await cut(question, 10);
      expect(found.cut).toBe(true);
      expect(keysOf(found).slice(0, both)).toEqual(keysOf(await whole(question, 600)).slice(0, both));
    }
  });

  test('still give the newest that hold one, where nothing holds two', async () => {
    const { cut } = setup();
    const found = await cut('pump', 5);
    expect(new Set(keysOf(found))).toEqual(new Set([589, 577, 565, 553, 541]));
    expect(found.cut).toBe(true);
  });

  test('are looked for in all that may be seen, however little that is', async () => {
    const { cut } = setup();
    const seen = new Set([13, 19, 25]);
    const pass = (keys: readonly number[]) => new Set(keys.filter((key) => seen.has(key)));
    expect(new Set(keysOf(await cut('pump valve', 10, pass)))).toEqual(seen);
    expect(new Set(keysOf(await cut('pump', 10, pass)))).toEqual(new Set([13, 25]));
  });
});

describe('any text is a safe question', () => {
  test.each([
    '"',
    "'",
    '""',
    '*',
    'NEAR(',
    'a AND',
    'OR',
    'NOT x',
    '-x',
    '^a',
    '{statement}: x',
    'statement:x',
    ':',
    '\\',
    '%',
    '_',
    '\0',
    'a\0b',
    '"; DROP TABLE lexical_fts; --',
    '\ud800',
    '🎉',
    '((((',
    'x'.repeat(100_000),
    'a '.repeat(5000),
    '\u202e',
    '。',
  ])('%j', async (question) => {
    await expect(setupIndex([{ text: 'a b x statement 🎉' }]).find(question)).resolves.toBeInstanceOf(Array);
  });

  test('over any Unicode', async () => {
    const { find } = setupIndex([{ text: 'some text' }]);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (question) => {
        await find(question);
      }),
    );
  });
});

describe('the index', () => {
  const documents = fc.array(
    fc.record({
      text: fc
        .array(fc.constantFrom('alpha', 'beta', 'gamma', 'delta', '東京', 'v1.2'), { maxLength: 6 })
        .map((w) => w.join(' ')),
      noteTitle: fc.constantFrom('alpha', 'omega', ''),
    }),
    { maxLength: 12 },
  );
  const content = (db: BetterSqlite3.Database) => ({
    terms: db.prepare('SELECT * FROM lexical_terms ORDER BY term').all(),
    totals: db.prepare('SELECT * FROM lexical_totals WHERE value <> 0 ORDER BY name').all(),
    rows: db
      .prepare(
        `SELECT lexical_claims.key, first_term, end_term, snippet, lexical_fts.* FROM lexical_claims
         JOIN lexical_fts ON lexical_fts.rowid = lexical_claims.passage ORDER BY lexical_claims.key`,
      )
      .all(),
    passages: db.prepare('SELECT count(*) FROM lexical_passages').pluck().get(),
  });

  test('is the same after any adding and removing as if only what is left had been added', () => {
    fc.assert(
      fc.property(documents, fc.array(fc.nat(11)), (texts, removals) => {
        const keys = new Set(removals.map((i) => i + 1));
        const { db } = setupIndex(texts);
        index.remove(db, [...keys]);
        const expected = new BetterSqlite3(':memory:');
        index.create(expected, noIndexStatus);
        index.add(
          expected,
          texts.map(toDocument).filter(({ key }) => !keys.has(key)),
        );
        expect(content(db)).toEqual(content(expected));
      }),
      { numRuns: sampleOf(50) },
    );
  });

  test('adding a claim again replaces it', async () => {
    const { db, find } = setupIndex([{ text: 'old words' }]);
    index.add(db, [toDocument({ text: 'new words' }, 0)]);
    expect([await find('old'), await find('new')]).toEqual([[], [1]]);
    index.clear(db);
    expect(await find('new')).toEqual([]);
  });

  test('holds no term of a removed claim in any byte of the database', () => {
    const { db } = setupIndex([{ text: 'zyzzyva is a weevil' }, { text: 'something else' }]);
    expect(bytesOf(db)).toContain('zyzzyva');
    db.pragma('secure_delete = ON');
    index.remove(db, [1]);
    expect(bytesOf(db)).not.toContain('zyzzyva');
  });

  test('holds a secret claim encrypted, which is found with the key by whoever may see it, and counted nowhere', async () => {
    const encrypt = (text: string) => Buffer.from(text).map((byte) => byte ^ 0x5a);
    const decrypt = (bytes: Uint8Array) => Buffer.from(bytes.map((byte) => byte ^ 0x5a)).toString();
    const { db } = setupIndex([
      { text: 'a pump stands here' },
      {
        text: 'the launch code is zyzzyva',
        subject: 'launch code',
        object: 'zyzzyva',
        band: 'secret',
        encrypt,
        noteTitle: 'Quarx',
      },
    ]);
    expect(bytesOf(db)).not.toMatch(/zyzzyva|quarx|launch/i);
    expect((await searchIn(db)('launch code')).hits).toEqual([]);
    expect(db.prepare('SELECT key FROM lexical_claims').pluck().all()).toEqual([1]);
    const open = prepareSecretTexts(db, decrypt);
    expect(await open(() => new Set())).toEqual({ texts: [], languages: [] });
    const beside = await open((keys) => new Set(keys));
    const found = (await searchIn(db)('launch code', 5, undefined, beside)).hits;
    expect(found.map(({ key }) => key)).toEqual([2]);
    index.remove(db, [2]);
    expect((await open((keys) => new Set(keys))).texts).toEqual([]);
  });

  test('holds nothing of a secret claim without a key', () => {
    const { db } = setupIndex([{ text: 'the launch code is zyzzyva', band: 'secret' }]);
    expect(bytesOf(db)).not.toContain('zyzzyva');
  });
});

describe('a question of common words alone', () => {
  test('is answered from the newest claims, and says that it was cut', async () => {
    const { db } = setupIndex(Array.from({ length: 50 }, (_, i) => ({ text: `alpha beta number ${i}` })));
    const result = await searchIn(db, { postings: 10 })('alpha beta', 5);
    expect(result.cut).toBe(true);
    expect(result.hits.map(({ key }) => key).sort()).toEqual([46, 47, 48, 49, 50].sort());
  });

  test('common words still count among the claims that the rare ones find', async () => {
    const texts = Array.from({ length: 40 }, (_, i) => ({ text: `alpha filler${i}` }));
    const { db } = setupIndex([...texts, { text: 'rare omega' }, { text: 'rare alpha' }]);
    const result = await searchIn(db, { postings: 10 })('alpha rare');
    expect(result.hits[0]?.key).toBe(42);
    expect(result.cut).toBe(true);
  });
});
