import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadEnforcedDetector, readSourceLines } from '../answer/evidence/read-source-lines.ts';
import { openMemory } from '../open-memory.ts';
import { searchBytes } from '../testing-fixtures/search-bytes.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { readNoteBands } from './read-note-bands.ts';

const SETTINGS = { defaultBand: 'private', detector: 'enforce' } as const;

/** The text of a note outside its secret regions. */
async function shownOf(note: string, path = 'a.md'): Promise<string> {
  const bytes = Buffer.from(note);
  const { band, regions } = await readNoteBands(bytes, path, SETTINGS);
  if (band === 'secret') return '';
  for (const region of regions) if (region.band === 'secret') bytes.fill(0x20, region.start, region.end);
  return bytes.toString();
}

it.each([
  ['a paragraph below a heading', '# Password\n\nMoonh0rse!8\n'],
  ['an item', '# Password\n\n- Moonh0rse!8\n'],
  ['a code block', '# Password\n\n```\nMoonh0rse!8\n```\n'],
  ['a paragraph below an underlined heading', 'Password\n===\n\nMoonh0rse!8\n'],
  ['an item in an item', '## Password\n\n- Home\n  - Moonh0rse!8\n'],
  ['a line below a label', 'Password:\nMoonh0rse!8\n'],
  ['a paragraph below a label', '**Password**\n\nMoonh0rse!8\n'],
  ['a cell below a column head', '| user | password |\n|---|---|\n| ann | Moonh0rse!8 |\n'],
  ['a column without bars', 'user | password\n--- | ---\nann | Moonh0rse!8\n'],
  ['an item of a list of passwords', '# Passwords\n\n- Bank: Moonh0rse!8\n'],
  ['letters beyond ASCII', '# Straße der Größe\n\n## Passwort\n\nMoonh0rse!8\n'],
  ['a quotation', '> # Password\n>\n> Moonh0rse!8\n'],
  ['lines of Windows', 'Password\r\n===\r\n\r\nMoonh0rse!8\r\n'],
])('a note hides what its label makes a password: %s', async (_, note) => {
  const shown = await shownOf(`Ann lives here.\n\n${note}\n# Tea\n\nTea is hot.\n`);
  expect(shown).not.toContain('Moonh0rse');
  expect(shown).toContain('Ann lives here.');
  expect(shown).toContain('Tea is hot.');
});

it.each([
  '# Passwords\n\nPasswords must have 12 characters.\n',
  '# Password\n\nNobody shares it, and it changes in May 2026.\n',
  '# Login\n\nOpen the page.\n\n- Enter your name\n- Press OK\n',
  '| user | password policy |\n|---|---|\n| ann | strict |\n',
])('a note hides no prose below a heading that names passwords: %j', async (note) => {
  expect(await shownOf(note)).toBe(note);
});

it.each([
  ['Wifi password.md', 'hunter22x\n'],
  ['notes/Wifi password.md', '---\ntags: [home]\n---\n\n- Home\n  - hunter22x\n'],
  ['a.md', '---\ntitle: Passwords\n---\n- Bank: hunter22x\n'],
  ['Passwords.md', 'What we use at home is long.\n\n- Bank: Moonh0rse!8hunter22x\n'],
])('hides a value in a note whose title is its label: %s', async (path, note) => {
  const shown = await shownOf(`${note}\n# Tea\n\nTea is hot.\n`, path);
  expect(shown).not.toContain('hunter22x');
  expect(shown).toContain('Tea is hot.');
});

it('hides no prose in a note about passwords', async () => {
  const note = '---\ncreated: 2026-03-01\n---\nPasswords must have 12 characters.\n\n- Nobody shares them\n';
  expect(await shownOf(note, 'Passwords.md')).toBe(note);
});

it('hides the halves of a token in two paragraphs, and everything below a heading that holds one', async () => {
  const [head, tail] = [`ghp_${'16C7e42F292c69'}`, '12E7710c838347Ae178B4a'];
  expect(await shownOf(`Ann.\n\n${head}\n\n${tail}\n`)).not.toContain(tail);
  const below = await shownOf(`# Tea\n\nHot.\n\n## ${head}\n${tail}\n\nBen.\n\n## Milk\n\nCold.\n`);
  expect(below).not.toContain('Ben.');
  expect(below).toContain('Hot.');
  expect(below).toContain('Cold.');
});

it('stores, sends and shows no value below its label', async () => {
  await using vault = await setupVault({
    'ann.md': '# Ann\n\nAnn lives in Ulm.\n\n## Password\n\n- zanzibar7x\n- Ann likes quetzals.\n',
    '.memora/config.toml': '[privacy]\ndetector = "enforce"\n',
  });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  expect(await searchBytes(join(vault.root, '.memora'), { words: ['zanzibar7x'] })).toEqual([]);
  const { prompt } = await memory.prompt('What is the password of Ann?', { place: 'cloud-model' });
  expect(prompt).not.toContain('zanzibar7x');
  const { claims } = await memory.claims.listClaims({ bands: ['public', 'private'] });
  expect(JSON.stringify(claims)).not.toContain('zanzibar7x');
  expect((await memory.audit()).secret).toMatchObject([
    { note: 'ann.md', reason: 'detector', spans: [{ line: 7 }] },
  ]);
});

it('stars in source lines what a heading above them makes a password', async () => {
  await loadEnforcedDetector();
  const text = '# Password\n\nMoonh0rse!8 Ann likes tea.\n';
  const start = text.indexOf('Ann');
  const span = { start, end: start + 14 };
  const shown = await readSourceLines(Buffer.from(text), span, { detector: 'enforce' });
  expect(shown?.text).toBe('*********** Ann likes tea.');
});

it('suggests a value below its label where the detector only suggests', async () => {
  await using vault = await setupVault({ 'ann.md': '# Ann\n\n## Password\n\nzanzibar7x\n' });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  expect((await memory.audit()).suggestions).toMatchObject([
    { note: 'ann.md', line: 5, dataClass: 'restricted' },
  ]);
});
