import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openClaimStore, restoreBackup } from '@memora/claims';
import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { type Forbidden, searchBytes } from '../testing-fixtures/search-bytes.ts';
import { setupVault, type TestVault } from '../testing-fixtures/setup-vault.ts';
import { rememberWritten } from './erasing/written-files.ts';

const OPEN = '<!--privacy:secret-->';
const CLOSE = '<!--/privacy-->';
const FILLER = Object.fromEntries(
  Array.from({ length: 12 }, (_, n) => [
    `notes/filler-${n}.md`,
    `# Filler ${n}\n\n${Array.from({ length: 30 }, (_, i) => `Crane ${n * 30 + i} lifts ${i * 7} tons at berth ${n}.`).join('\n')}\n`,
  ]),
);

interface Case {
  readonly name: string;
  readonly notes: Readonly<Record<string, string>>;
  /** Each step is one edit, followed by one indexing run. */
  readonly steps: readonly Readonly<Record<string, string | null>>[];
  readonly forbidden: Forbidden;
}

const cases: readonly Case[] = [
  {
    name: 'a sentence is marked',
    notes: { 'a.md': '# Ida\n\nIda likes tea. Her code is zanzibar.\n' },
    steps: [{ 'a.md': `# Ida\n\nIda likes tea. ${OPEN}Her code is zanzibar.${CLOSE}\n` }],
    forbidden: { words: ['zanzibar'], spans: ['Her code is zanzibar.', 'zanzibar'] },
  },
  {
    name: 'one word of a sentence is marked',
    notes: { 'a.md': '# Ida\n\nIda likes tea. Her code is zanzibar.\n' },
    steps: [{ 'a.md': `# Ida\n\nIda likes tea. Her code is ${OPEN}zanzibar${CLOSE}.\n` }],
    forbidden: { words: ['zanzibar'], spans: ['Her code is zanzibar.', 'zanzibar'] },
  },
  {
    name: 'the whole note becomes secret, its title and names with it',
    notes: {
      'a.md':
        '---\ntitle: Quetzal deal\naliases: [Marimba plan]\ntags: [okapi]\nsummary: of xylograph\n---\n# Quetzal deal\n\nThe zanzibar is sold.\n',
    },
    steps: [
      {
        'a.md':
          '---\nprivacy: secret\ntitle: Quetzal deal\naliases: [Marimba plan]\ntags: [okapi]\nsummary: of xylograph\n---\n# Quetzal deal\n\nThe zanzibar is sold.\n',
      },
    ],
    forbidden: {
      words: ['quetzal', 'marimba', 'zanzibar', 'xylograph', 'okapi'],
      spans: ['The zanzibar is sold.', 'Quetzal deal'],
    },
  },
  {
    name: 'a sentence that was deleted before comes back as a secret',
    notes: { 'a.md': '# Ida\n\nIda likes tea. Her code is zanzibar.\n' },
    steps: [
      { 'a.md': '# Ida\n\nIda likes tea.\n' },
      { 'a.md': `# Ida\n\nIda likes tea.\n\n${OPEN}Her code is zanzibar.${CLOSE}\n` },
    ],
    forbidden: { words: ['zanzibar'], spans: ['Her code is zanzibar.'] },
  },
  {
    name: 'a sentence moves into another note and is secret there',
    notes: {
      'a.md': '# Ida\n\nIda likes tea. Her code is zanzibar55.\n',
      'b.md': '# Bo\n\nBo likes fish.\n',
    },
    steps: [
      { 'a.md': '# Ida\n\nIda likes tea.\n' },
      { 'b.md': `# Bo\n\nBo likes fish.\n\n${OPEN}Her code is zanzibar55.${CLOSE}\n` },
    ],
    forbidden: { words: ['zanzibar55'], spans: ['Her code is zanzibar55.'] },
  },
  {
    name: 'a heading and all below it become secret',
    notes: { 'a.md': '# Ida\n\nIda likes tea.\n\n## Zanzibar plans\n\nShe leaves for xylograph.\n' },
    steps: [
      {
        'a.md': `# Ida\n\nIda likes tea.\n\n${OPEN}\n## Zanzibar plans\n\nShe leaves for xylograph.\n${CLOSE}\n`,
      },
    ],
    forbidden: { words: ['zanzibar', 'xylograph'], spans: ['She leaves for xylograph.'] },
  },
  {
    name: 'a cell, an item and a field become secret',
    notes: {
      'a.md':
        '# Ida\n\n| field | value |\n|---|---|\n| bank | zanzibar |\n| town | Umea |\n\n- owes quetzal\n- owns a boat\n\npin:: xylograph\n',
    },
    steps: [
      {
        'a.md': `# Ida\n\n| field | value |\n|---|---|\n| bank | ${OPEN}zanzibar${CLOSE} |\n| town | Umea |\n\n- owes ${OPEN}quetzal${CLOSE}\n- owns a boat\n\npin:: ${OPEN}xylograph${CLOSE}\n`,
      },
    ],
    forbidden: { words: ['zanzibar', 'quetzal', 'xylograph'] },
  },
  {
    name: 'an open note that is moved becomes secret on the way',
    notes: { 'a.md': '# Zanzibar\n\nThe quetzal is sold to xylograph.\n' },
    steps: [
      { 'a.md': null, 'secret/b.md': '# Zanzibar\n\nThe quetzal is sold to xylograph.\n' },
      { 'secret/b.md': '---\nprivacy: secret\n---\n# Zanzibar\n\nThe quetzal is sold to xylograph.\n' },
    ],
    forbidden: { words: ['zanzibar', 'quetzal', 'xylograph'], spans: ['The quetzal is sold to xylograph.'] },
  },
  {
    name: 'a note without frontmatter is secret as a whole by a marker that never closes',
    notes: { 'a.md': 'The quetzal is sold to xylograph.\n' },
    steps: [{ 'a.md': `${OPEN}The quetzal is sold to xylograph.\n` }],
    forbidden: {
      words: ['quetzal', 'xylograph'],
      spans: ['The quetzal is sold to xylograph.', `${OPEN}The quetzal is sold to xylograph.\n`],
    },
  },
  {
    name: 'a note is moved and becomes secret in one step, and its title and history with it',
    notes: {
      'a.md': '# Zanzibar deal\n\n## Talks with quetzal\n\nIda sells the xylograph. Bo likes fish.\n',
    },
    steps: [
      { 'a.md': '# Zanzibar deal\n\n## Talks with quetzal\n\nBo likes fish.\n' },
      {
        'a.md': null,
        'b.md': '---\nprivacy: secret\n---\n# Zanzibar deal\n\n## Talks with quetzal\n\nBo likes fish.\n',
      },
    ],
    forbidden: { words: ['zanzibar', 'quetzal', 'xylograph'], spans: ['Bo likes fish.'] },
  },
  {
    name: 'a note is deleted, and comes back later as a secret under another path',
    notes: { 'a.md': '---\naliases: [Marimba]\n---\n# Zanzibar deal\n\nThe quetzal is sold.\n' },
    steps: [
      { 'a.md': null },
      { 'c.md': `${OPEN}\n# Zanzibar deal\n\nThe quetzal is sold.\n${CLOSE}\n\nBo likes fish.\n` },
    ],
    forbidden: { words: ['zanzibar', 'quetzal', 'marimba'], spans: ['The quetzal is sold.'] },
  },
  {
    name: 'a sentence moves into another note, and one word of it is marked there',
    notes: { 'a.md': '# Ida\n\nIda likes tea. The town of Ida is zanzibar.\n' },
    steps: [
      {
        'a.md': '# Ida\n\nIda likes tea.\n',
        'b.md': `# Towns\n\nBo likes fish. The town of Ida is ${OPEN}zanzibar${CLOSE}.\n`,
      },
    ],
    forbidden: { words: ['zanzibar'], spans: ['The town of Ida is zanzibar.'] },
  },
  {
    name: 'words of a title, a heading, a header and a name become secret, and what is below them does not',
    notes: {
      'a.md':
        '---\naliases: [Marimba plan]\n---\n# Ida of zanzibar\n\nIda likes tea.\n\n## Talks with quetzal\n\nShe sold a boat.\n\n| name | xylograph |\n|---|---|\n| Bo | cook |\n\n> [!note] okapi\n> Kim is a painter.\n',
    },
    steps: [
      {
        'a.md': `---\naliases: [${OPEN}Marimba plan${CLOSE}]\n---\n# Ida of ${OPEN}zanzibar${CLOSE}\n\nIda likes tea.\n\n## Talks with ${OPEN}quetzal${CLOSE}\n\nShe sold a boat.\n\n| name | ${OPEN}xylograph${CLOSE} |\n|---|---|\n| Bo | cook |\n\n> [!note] ${OPEN}okapi${CLOSE}\n> Kim is a painter.\n`,
      },
    ],
    forbidden: {
      words: ['zanzibar', 'quetzal', 'xylograph', 'okapi', 'marimba'],
      spans: ['Talks with quetzal', 'Ida of zanzibar'],
    },
  },
  {
    name: 'one word of a heading becomes secret, and nothing else',
    notes: { 'a.md': '# Plan\n\n## Talks with quetzal\n\nBo likes fish.\n' },
    steps: [{ 'a.md': `# Plan\n\n## Talks with ${OPEN}quetzal${CLOSE}\n\nBo likes fish.\n` }],
    forbidden: { words: ['quetzal'], spans: ['Talks with quetzal'] },
  },
  {
    name: 'a heading becomes secret above a sentence that was deleted before',
    notes: {
      'a.md': '# Ida\n\nIda likes tea.\n\n## Talks with quetzal\n\nShe sold a boat. Bo likes fish.\n',
    },
    steps: [
      { 'a.md': '# Ida\n\nIda likes tea.\n\n## Talks with quetzal\n\nBo likes fish.\n' },
      { 'a.md': `# Ida\n\nIda likes tea.\n\n## Talks with ${OPEN}quetzal${CLOSE}\n\nBo likes fish.\n` },
    ],
    forbidden: { words: ['quetzal'], spans: ['Talks with quetzal'] },
  },
  {
    name: 'a note is copied into a secret one first, and deleted later',
    notes: {
      'a.md': '# Zanzibar deal\n\nIda owns the quetzal.\n',
      'b.md': '# Bo\n\nBo likes fish. Kim owns the xylograph.\n',
    },
    steps: [
      {
        'c.md':
          '---\nprivacy: secret\n---\n# Zanzibar deal\n\nIda owns the quetzal.\n\nKim owns the xylograph.\n',
      },
      { 'a.md': null, 'b.md': '# Bo\n\nBo likes fish.\n' },
    ],
    forbidden: {
      words: ['zanzibar', 'quetzal', 'xylograph'],
      spans: ['Ida owns the quetzal.', 'Kim owns the xylograph.'],
    },
  },
  {
    name: 'a sentence stands in a note with one word of it marked, and is deleted where it was open later',
    notes: {
      'a.md': '# Ida\n\nIda likes tea. The town of Ida is zanzibar.\n',
      'b.md': `# Towns\n\nBo likes fish. The town of Ida is ${OPEN}zanzibar${CLOSE}.\n`,
    },
    steps: [{ 'a.md': '# Ida\n\nIda likes tea.\n' }],
    forbidden: { words: ['zanzibar'], spans: ['The town of Ida is zanzibar.'] },
  },
];

it('leaves no byte of it where the index that retired it was broken off', async () => {
  await using vault = await setupVault({
    ...FILLER,
    'b.md': '# Bo\n\nBo likes fish. Kim owns the xylograph.\n',
  });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  await vault.write('c.md', '---\nprivacy: secret\n---\n# C\n\nKim owns the xylograph.\n');
  await memory.index();
  await vault.write('b.md', '# Bo\n\nBo likes fish.\n');
  const abort = new AbortController();
  const onProgress = ({ phase }: { phase: string }): void => {
    if (phase === 'index') abort.abort();
  };
  await expect(memory.index({ signal: abort.signal, onProgress })).rejects.toThrow();
  await memory.index();
  const forbidden = { words: ['xylograph'], spans: ['Kim owns the xylograph.'] };
  expect(await searchBytes(join(vault.root, '.memora'), forbidden)).toEqual([]);
});

it.each(cases)('leaves no byte of it where $name', async ({ notes, steps, forbidden }) => {
  await using vault = await setupVault({ ...FILLER, ...notes });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  for (const step of steps) {
    for (const [path, text] of Object.entries(step)) {
      if (text === null) await rm(join(vault.root, path));
      else await vault.write(path, text);
    }
    await memory.index();
  }
  const search = { ...forbidden, raw: await readKeys(vault) };
  expect(await searchBytes(join(vault.root, '.memora'), search)).toEqual([]);
  await checkpoint(vault);
  expect(await searchBytes(join(vault.root, '.memora'), search)).toEqual([]);
  expect((await memory.claims.listClaims()).claims.length).toBeGreaterThan(300);
});

it('takes what becomes secret out of generated pages, run files and the vector index', async () => {
  await using vault = await setupVault({
    'a.md': '# Ida\n\nIda likes tea.\n\nHer code is zanzibar.\n',
    'b.md': '# Quetzal deal\n\nBo sells boats.\n',
  });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const { claims } = await memory.claims.listClaims({ notePath: 'a.md' });
  const [tea, code] = claims.map(({ id }) => id);
  await vault.write(
    '_atlas.md',
    `# all\n\n- tea [claim:${tea}]\n- a secret in other words [claim:${code}]\n- zanzibar\n- Quetzal deal\n`,
  );
  await vault.write('.memora/last_challenger.json', '{"text":"Her code is zanzibar."}');
  await vault.write('.memora/vectors/claims.usearch', 'zanzibar');
  await vault.write('a.md', `# Ida\n\nIda likes tea.\n\n${OPEN}Her code is zanzibar.${CLOSE}\n`);
  await vault.write('b.md', '---\nprivacy: secret\n---\n# Quetzal deal\n\nBo sells boats.\n');
  await memory.index();
  expect(await readFile(join(vault.root, '_atlas.md'), 'utf8')).toBe(`# all\n\n- tea [claim:${tea}]\n`);
  expect(await searchBytes(join(vault.root, '.memora'), { words: ['zanzibar', 'quetzal'] })).toEqual([]);
});

it('takes what becomes secret out of backups and of reports in .memora, and leaves what was written elsewhere', async () => {
  await using vault = await setupVault({
    ...FILLER,
    'a.md': '# Ida\n\nIda likes tea. Her code is zanzibar.\n',
    'b.md': '# Quetzal deal\n\nBo sells boats.\n',
  });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const [inside, outside] = [join(vault.root, '.memora', 'copy.db'), join(vault.root, '..', 'copy.db')];
  await memory.backup(inside);
  await memory.backup(outside);
  const report = join(vault.root, '.memora', 'report.html');
  const elsewhere = join(vault.root, '..', 'report.html');
  for (const path of [report, elsewhere]) {
    await writeFile(path, '<html>Her code is zanzibar.</html>');
    await rememberWritten(vault.root, { kind: 'report', path }, vault.env);
  }
  await vault.write('a.md', `# Ida\n\nIda likes tea. ${OPEN}Her code is zanzibar.${CLOSE}\n`);
  await vault.write('b.md', '---\nprivacy: secret\n---\n# Quetzal deal\n\nBo sells boats.\n');
  await memory.index();
  const forbidden = { words: ['zanzibar', 'quetzal'], spans: ['Her code is zanzibar.', 'Bo sells boats.'] };
  expect(await searchBytes(join(vault.root, '.memora'), forbidden)).toEqual([]);
  expect((await readFile(outside)).toString('latin1').toLowerCase()).not.toMatch(/zanzibar|quetzal/);
  expect(await readdir(join(vault.root, '.memora'))).not.toContain('report.html');
  expect(await readFile(elsewhere, 'utf8')).toContain('zanzibar');

  await restoreBackup(inside, join(vault.root, '.memora', 'memora.db'));
  await memory.index();
  const { claims } = await memory.claims.listClaims({ notePath: 'a.md' });
  expect(claims.map(({ band }) => band)).toEqual(['private', 'secret']);
  expect((await memory.claims.listClaims()).claims.length).toBeGreaterThan(300);
  expect(await searchBytes(join(vault.root, '.memora'), forbidden)).toEqual([]);
});

it.each([
  ['a heading', `# Ida\n\nIda likes tea.\n\n## Code ${OPEN}4711-0815${CLOSE}\n\nBo likes fish.\n`],
  ['a title', `# Ida ${OPEN}4711-0815${CLOSE}\n\nIda likes tea.\n`],
  ['a comment', `# Ida\n\nIda likes tea.\n\n%% ${OPEN}4711-0815${CLOSE} %%\n`],
  ['a property', `---\ncode: ${OPEN}4711-0815${CLOSE}\n---\n# Ida\n\nIda likes tea.\n`],
])(
  'stores no unkeyed hash of a note in which only %s is secret: 4711-0815 is guessed in no time',
  async (_, text) => {
    await using vault = await setupVault({ 'a.md': text });
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    expect(
      await searchBytes(join(vault.root, '.memora'), { words: ['4711-0815'], spans: [text, '4711-0815'] }),
    ).toEqual([]);
  },
);

it('stores no unkeyed hash of a note that is secret as a whole, and knows it again after a move', async () => {
  const text = 'The quetzal is sold.\n';
  await using vault = await setupVault({ 'a.md': text });
  await vault.write('.memora/config.toml', '[privacy]\ndefault_note_privacy = "secret"\n');
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const ids = (await memory.claims.listClaims()).claims.map(({ id }) => id);
  expect(ids).toHaveLength(1);
  const forbidden = { words: ['quetzal'], spans: [text, text.trim()], raw: await readKeys(vault) };
  expect(await searchBytes(join(vault.root, '.memora'), forbidden)).toEqual([]);
  expect((await memory.index()).report).toMatchObject({ unchanged: 1, changed: 0 });
  await rename(join(vault.root, 'a.md'), join(vault.root, 'b.md'));
  await memory.index();
  const [moved, ...others] = (await memory.claims.listClaims()).claims;
  expect([moved?.notePath, others]).toEqual(['b.md', []]);
  expect((await memory.claims.getClaims(ids)).get(ids[0] as never)).toEqual(moved);
  expect(await searchBytes(join(vault.root, '.memora'), forbidden)).toEqual([]);
});

it('stores of a secret claim no number that another key would not make another', async () => {
  const rows: unknown[][] = [];
  for (let i = 0; i < 2; i++) {
    await using vault = await setupVault({ 'a.md': `${OPEN}Ida's code is zanzibar.${CLOSE}\n` });
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    await using store = await openClaimStore({ path: join(vault.root, '.memora', 'memora.db') });
    const sql = 'SELECT id, hex(fingerprint), context, said, hex(segment), hex(sealed) FROM claim';
    rows.push(store.database.prepare(sql).raw().get() as unknown[]);
  }
  const [one = [], other = []] = rows;
  const same = one.flatMap((value, column) =>
    value !== null && value !== '' && value === other[column] ? [column] : [],
  );
  expect(one).toHaveLength(6);
  expect(same).toEqual([]);
});

async function checkpoint(vault: TestVault): Promise<void> {
  await using store = await openClaimStore({ path: join(vault.root, '.memora', 'memora.db') });
  store.database.pragma('wal_checkpoint(TRUNCATE)');
}

async function readKeys(vault: TestVault): Promise<Buffer[]> {
  const folder = vault.env['MEMORA_CONFIG_DIR'] ?? '';
  const keys: Buffer[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    keys.push(await readFile(join(entry.parentPath, entry.name)));
  }
  expect(keys.length).toBeGreaterThan(0);
  return keys;
}
