import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { setupVault, type TestVault } from '../testing-fixtures/setup-vault.ts';

const hide = (text: string) => `<!--privacy:secret-->${text}<!--/privacy-->`;
const PAGES = ['people/_atlas.md', 'people/_index.md', 'world_map.md'];

/** Everything that Memora wrote for the vault. */
async function written({ root, env }: TestVault): Promise<string> {
  const texts: string[] = [];
  for (const folder of [join(root, '.memora'), env['MEMORA_CONFIG_DIR'] ?? root])
    for (const each of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (each.isFile()) texts.push(await readFile(join(each.parentPath, each.name), 'utf8'));
  for (const page of PAGES) texts.push(await readFile(join(root, page), 'utf8'));
  return texts.join('\n');
}

/** Indexes notes and writes pages, a report and a backup from them, indexes their later texts, and returns what is left. */
async function afterwards(before: Record<string, string>, after: Record<string, string>): Promise<string> {
  await using vault = await setupVault(before);
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  await memory.consolidate();
  await memory.challenge();
  await memory.backup(join(vault.root, '.memora', 'backups', 'one.db'));
  for (const [path, text] of Object.entries(after)) await vault.write(path, text);
  await memory.index();
  return await written(vault);
}

const BO = '# Bo\n\nBo sails to sea each year.\n\n';
const CJK = '# 東京\n\n東京の港は大きい。';

it.each([
  ['a name', 'Eli Xu is the son of Bo.', `Bo has a boy, ${hide('Eli Xu')}.`, /eli|\bxu\b/iu],
  ['an abbreviation', 'Bo was at the doc: HIV.', `Ask the doc about ${hide('HIV')} now.`, /\bHIV\b/u],
  [
    'three digits',
    'The gate of Bo has 471 as pin.',
    `Use ${hide('471')} for the gate, says Bo.`,
    /\b471 as\b/u,
  ],
  ['a small amount', '- Bo owes Kim 930 kr', `- Kim is owed ${hide('930 kr')} by Bo`, /930 kr/u],
  [
    'a long word',
    'Bo was at the doc: Zyzzyvasis.',
    `Ask the doc about ${hide('Zyzzyvasis')} now.`,
    /zyzzyvasis/iu,
  ],
  ['a short sentence', 'Al is ill.', `${hide('Al')} has a flu.`, /\bAl is\b/u],
])('%s that is reworded and marked at once is left nowhere', async (_, before, after, words) => {
  const left = await afterwards(
    { 'people/bo.md': `${BO}${before}\n` },
    { 'people/bo.md': `${BO}${after}\n` },
  );
  expect(left).toContain('Bo sails to sea each year.');
  expect(left).not.toMatch(words);
});

it('words of a script without spaces are left nowhere, in whatever they are part of', async () => {
  const left = await afterwards(
    { 'people/a.md': `${CJK}田中太郎は来月妊娠を発表する。\n\n- 婚約者: 佐藤花子\n` },
    { 'people/a.md': `${CJK}来月${hide('妊娠')}の発表がある。\n\n- ${hide('佐藤花子')}と婚約\n` },
  );
  expect(left).toContain('東京の港は大きい。');
  expect(left).not.toMatch(/妊娠|佐藤|田中/u);
});

it('a short heading that became secret heads no part of a page', async () => {
  const text = (heading: string) => `${BO}## ${heading}\n\nThe son likes tea and ale.\n`;
  const left = await afterwards({ 'people/bo.md': text('Eli Xu') }, { 'people/bo.md': text(hide('Eli Xu')) });
  expect(left).toContain('The son likes tea and ale.');
  expect(left).not.toMatch(/Eli Xu/u);
});

it('pages neither list nor link a note that became secret as a whole', async () => {
  const text = '# Lex\n\nThe boat is blue.\n';
  await using vault = await setupVault({ 'people/bo.md': `${BO}See [[deal]].\n`, 'people/deal.md': text });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  await memory.consolidate();
  const pages = async () =>
    (await Promise.all(PAGES.map((page) => readFile(join(vault.root, page), 'utf8')))).join('\n');
  expect(await pages()).toMatch(/\[\[people\/deal\|Lex\]\]/u);
  await vault.write('people/deal.md', `---\nprivacy: secret\n---\n${text}`);
  await memory.index();
  expect(await pages()).not.toMatch(/deal\||Lex/u);
  expect(await pages()).toContain('<!-- memora:end subjects -->');
});

it('the edges of generated parts stay, whatever words became secret', async () => {
  const text = (words: string) => `${BO}${words}\n`;
  await using vault = await setupVault({ 'people/bo.md': text('Memora begins an overview of subjects.') });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  await memory.consolidate();
  const edges = async () =>
    (await readFile(join(vault.root, 'people/_atlas.md'), 'utf8')).match(/<!-- memora:.*-->/gu);
  const before = await edges();
  await vault.write('people/bo.md', text(hide('Memora begins an overview of subjects, begin to end.')));
  await memory.index();
  expect(await edges()).toEqual(before);
});

it('a person’s own lines on a page stay, whatever became secret, but for citations of it', async () => {
  const before = 'The buyer of the orchard is Zyzzyva.';
  await using vault = await setupVault({ 'people/bo.md': `${BO}${before}\n` });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  await memory.consolidate();
  const page = join(vault.root, PAGES[0] as string);
  const { claims } = await memory.claims.listClaims();
  const cited = claims.find(
    ({ notePath, span }) => notePath === 'people/bo.md' && span.start >= BO.length,
  )?.id;
  const own = '\nRing the notary, not Zyzzyva, about the gate.\n';
  await writeFile(page, `${await readFile(page, 'utf8')}${own}He buys. [claim:${cited}]\n`);
  await vault.write('people/bo.md', `${BO}${hide(before)}\n`);
  await memory.index();
  const left = await readFile(page, 'utf8');
  expect(left).toContain(own);
  expect(left).not.toContain('He buys.');
  expect(left.replace(own, '')).not.toContain('Zyzzyva');
});
