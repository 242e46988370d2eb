import { access, appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openClaimStore, restoreBackup } from '@memora/claims';
import { expect, it } from 'vitest';
import type { Memory } from '../memory.ts';
import { openMemory } from '../open-memory.ts';
import { type Forbidden, searchBytes } from '../testing-fixtures/search-bytes.ts';
import { setupVault, type TestVault } from '../testing-fixtures/setup-vault.ts';
import { rememberWritten } from './erasing/written-files.ts';

const FILLER = Object.fromEntries(
  Array.from({ length: 8 }, (_, n) => [
    `notes/filler-${n}.md`,
    `# Filler ${n}\n\n${Array.from({ length: 30 }, (_, i) => `Crane ${n * 30 + i} lifts ${i * 7} tons at berth ${n}.`).join('\n')}\n`,
  ]),
);
const IDA = '# Ida\n\nIda likes tea. Ida dates Xaverius from Quetzaltown. Ida owns a boat.\n';
const SPAN = 'Ida dates Xaverius from Quetzaltown.';
const FORBIDDEN: Forbidden = { words: ['xaverius', 'quetzaltown'], spans: [SPAN] };

async function idOf(memory: Memory, text: string): Promise<string> {
  const { claims } = await memory.claims.listClaims();
  const texts = await memory.readSpans(claims, { reveal: true });
  const found = claims[texts.findIndex((each) => each?.includes(text) === true)];
  if (found === undefined) throw new Error('no such claim');
  return found.id;
}

/** Everything that Memora wrote, before and after a checkpoint. */
async function searchAll(vault: TestVault, forbidden: Forbidden): Promise<string[]> {
  const before = await searchBytes(join(vault.root, '.memora'), forbidden);
  await using store = await openClaimStore({ path: join(vault.root, '.memora', 'memora.db') });
  store.database.pragma('wal_checkpoint(TRUNCATE)');
  return [...before, ...(await searchBytes(join(vault.root, '.memora'), forbidden))];
}

it('erases a claim from every table, index, page, ledger and backup, and it stays erased', async () => {
  await using vault = await setupVault({ ...FILLER, 'people/ida.md': IDA });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const id = await idOf(memory, 'Xaverius');
  const neighbour = await idOf(memory, 'likes tea');
  const backup = join(vault.root, '..', 'copy.db');
  await memory.backup(backup);
  await appendFile(
    join(vault.root, '_ledger.md'),
    `- 2026-01-01 acknowledge claim:${id} claim:${neighbour} : Xaverius is fine\n`,
  );
  await vault.write(
    'people/_atlas.md',
    `# people\n\n- Ida likes tea [claim:${neighbour}]\n- She dates somebody [claim:${id}]\n- Xaverius again\n`,
  );
  await vault.write(
    '.memora/last_challenger.json',
    JSON.stringify({ items: [{ claim_ids: [id], text: SPAN }] }),
  );

  const planned = await memory.erase(id, { dryRun: true });
  expect(planned).toMatchObject({
    dryRun: true,
    kind: 'claim',
    claims: [{ id, notePath: 'people/ida.md', reason: 'named' }],
    pages: ['.memora/last_challenger.json', 'people/_atlas.md'],
    ledgerEntries: 1,
    backups: [{ path: backup, outcome: 'cleaned' }],
    stillSaidIn: ['people/ida.md'],
    proof: null,
  });
  expect((await memory.claims.getClaims([id])).size).toBe(1);
  expect(await readFile(join(vault.root, 'people/_atlas.md'), 'utf8')).toContain('Xaverius again');

  const report = await memory.erase(id);
  expect(report.proof).toMatchObject({ found: [] });
  expect(report.proof?.words).toBeGreaterThanOrEqual(2);
  expect(await searchAll(vault, FORBIDDEN)).toEqual([]);
  expect(await searchBytes(join(vault.root, '..'), { spans: [SPAN] })).toEqual([]);
  expect((await readFile(backup)).toString('latin1').toLowerCase()).not.toContain('xaverius');
  expect(await readFile(join(vault.root, 'people/_atlas.md'), 'utf8')).toBe(
    `# people\n\n- Ida likes tea [claim:${neighbour}]\n`,
  );
  await expect(access(join(vault.root, '.memora/last_challenger.json'))).rejects.toThrow('ENOENT');
  const ledger = await readFile(join(vault.root, '_ledger.md'), 'utf8');
  expect(ledger).not.toContain('Xaverius');
  expect(ledger).toContain(`acknowledge claim:${id} claim:${neighbour} :`);
  expect(ledger).toContain(`erase claim:${id}`);

  // The note still contains it. No run restores the claim, and no neighbouring claim uses it as context.
  expect(await readFile(join(vault.root, 'people/ida.md'), 'utf8')).toBe(IDA);
  await memory.index({ full: true });
  await vault.write('people/ida.md', `${IDA}\nIda sings.\n`);
  await memory.index();
  expect((await memory.claims.getClaims([id])).size).toBe(0);
  expect((await memory.claims.getClaims([neighbour])).size).toBe(1);
  expect(await searchAll(vault, { words: ['xaverius', 'quetzaltown'], spans: [SPAN] })).toEqual([]);
  expect((await memory.query('Xaverius')).hits.map((hit) => hit.claim.id)).not.toContain(id);
  const log = await memory.claims.changelog({ claimId: id });
  expect(log.at(-1)).toMatchObject({ claimId: id, kind: 'erased', detail: { id } });
  expect((await memory.doctor()).checks.filter(({ status }) => status === 'fault')).toEqual([]);
});

it('removes the reports and receipts that name what is erased, wherever they were written, and no others', async () => {
  await using vault = await setupVault({ ...FILLER, 'people/ida.md': IDA });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const id = await idOf(memory, 'Xaverius');
  const at = (name: string) => join(vault.root, '..', name);
  const files = {
    [at('receipt.json')]: JSON.stringify({ checks: [{ claimId: id }] }),
    [at('report.html')]: '<html>people/ida.md</html>',
    [at('other.html')]: '<html>notes/filler-0.md</html>',
    [join(vault.root, '.memora', 'report.html')]: `<html>${SPAN}</html>`,
  };
  for (const [path, text] of Object.entries(files)) {
    await writeFile(path, text);
    await rememberWritten(
      vault.root,
      { kind: path.endsWith('json') ? 'receipt' : 'report', path },
      vault.env,
    );
  }
  const [receipt, , , inside] = Object.keys(files);
  expect((await memory.erase(id, { dryRun: true })).files).toEqual([receipt, inside]);
  const report = await memory.erase(id);
  expect(report).toMatchObject({ files: [receipt, inside], proof: { found: [] } });
  expect((await memory.erase({ note: 'people/ida.md' })).files).toEqual([at('report.html')]);
  expect(await readFile(at('other.html'), 'utf8')).toContain('filler-0');
  await expect(access(receipt ?? '')).rejects.toThrow('ENOENT');
});

it('erases a note that is gone with its names and its history, and what an old copy brings back', async () => {
  await using vault = await setupVault({
    ...FILLER,
    'people/xaverius.md':
      '---\ntitle: Xaverius Quetzal\naliases: [Marimba]\n---\n# Xaverius Quetzal\n\nHe plays zither. He owns a boat.\n',
  });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const moved = join(vault.root, '..', 'moved-away.db');
  await using store = await openClaimStore({
    path: join(vault.root, '.memora', 'memora.db'),
    readonly: true,
  });
  await store.backup(moved);
  await vault.write(
    'people/xaverius.md',
    '---\ntitle: Xaverius Quetzal\n---\n# Xaverius Quetzal\n\nHe plays bassoon.\n',
  );
  await memory.index();
  await rm(join(vault.root, 'people/xaverius.md'));
  await memory.index();

  const report = await memory.erase({ note: 'people/xaverius.md' });
  expect(report).toMatchObject({ kind: 'note', notes: ['people/xaverius.md'], stillSaidIn: [] });
  expect(report.claims.length).toBeGreaterThanOrEqual(3);
  expect(report.proof).toMatchObject({ found: [] });
  const forbidden = {
    words: ['xaverius', 'quetzal', 'marimba', 'zither', 'bassoon'],
    spans: ['He plays zither.', 'He plays bassoon.'],
  };
  expect(await searchAll(vault, forbidden)).toEqual([]);

  await restoreBackup(moved, join(vault.root, '.memora', 'memora.db'));
  expect((await searchBytes(join(vault.root, '.memora'), forbidden)).length).toBeGreaterThan(0);
  await memory.index();
  expect(await searchAll(vault, { ...forbidden, words: ['zither', 'bassoon'] })).toEqual([]);
});

it('erases all notes of a source with what was derived from them, and leaves a note that stands unknown but for its path', async () => {
  await using vault = await setupVault({
    ...FILLER,
    'in/one.md':
      '---\nsource: https://gossip.example/7\ntitle: Xaverius news\n---\n# Xaverius news\n\nThe quetzal escaped.\n',
    'in/two.md': '---\nsource: https://gossip.example/7\n---\nThe okapi followed the marimba.\n',
    'in/three.md': '---\nsource: https://news.example/\n---\nThe harbour opens at noon.\n',
  });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const derived = await idOf(memory, 'Crane 7 ');
  const origin = await idOf(memory, 'quetzal escaped');
  {
    await using store = await openClaimStore({ path: join(vault.root, '.memora', 'memora.db') });
    await store.derive(derived as never, [origin as never]);
  }
  const report = await memory.erase('https://gossip.example/7');
  expect(report).toMatchObject({
    kind: 'source',
    notes: ['in/one.md', 'in/two.md'],
    stillSaidIn: ['in/one.md', 'in/two.md', 'notes/filler-0.md'],
  });
  expect(report.claims.find(({ id }) => id === derived)).toMatchObject({ reason: 'derived' });
  expect(report.proof?.found).toEqual([]);
  const forbidden = { words: ['xaverius', 'quetzal', 'okapi', 'marimba'], spans: ['The quetzal escaped.'] };
  expect(await searchAll(vault, forbidden)).toEqual([]);
  await memory.index({ full: true });
  expect(await searchAll(vault, forbidden)).toEqual([]);
  expect((await memory.claims.listClaims({ notePath: 'in/three.md' })).claims).toHaveLength(1);
});

it('erases a secret claim by its keyed id, and refuses what it does not know', async () => {
  await using vault = await setupVault({
    ...FILLER,
    'a.md': '# Ida\n\nIda likes tea. <!--privacy:secret-->Her code is zanzibar.<!--/privacy-->\n',
  });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const { claims } = await memory.claims.listClaims({ bands: ['secret'] });
  const [secret] = claims;
  expect((await memory.erase(`claim:${secret?.id}`)).proof?.found).toEqual([]);
  expect(await memory.claims.countClaims({ bands: ['secret'] })).toBe(0);
  await memory.index({ full: true });
  expect(await memory.claims.countClaims({ bands: ['secret'] })).toBe(0);
  await expect(memory.erase('zzzzzzzzzzzzzzzz')).rejects.toMatchObject({ code: 'NOTHING_TO_ERASE' });
  await expect(memory.erase({ note: 'nowhere.md' })).rejects.toMatchObject({ code: 'NOTHING_TO_ERASE' });
});

it('brings back to the present what an erased claim had superseded', async () => {
  await using vault = await setupVault({
    ...FILLER,
    'p/a.md': '---\ndate: 2025-01-01\n---\n# Pump\n\nowner:: Ida\n',
    'p/b.md': '---\ndate: 2026-01-01\n---\n# Pump\n\nowner:: Zebulon\n',
  });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const [older, newer] = [await idOf(memory, 'owner:: Ida'), await idOf(memory, 'owner:: Zebulon')];
  const statusOf = async () => (await memory.claims.getClaims([older])).get(older as never)?.status;
  const before = await statusOf();
  await memory.erase(newer);
  expect(before).not.toBe('current');
  expect(await statusOf()).toBe('current');
  expect(await searchAll(vault, { words: ['zebulon'] })).toEqual([]);
});

it('names the backup that could not be cleaned, why, and what to do', async () => {
  await using vault = await setupVault({ ...FILLER, 'a.md': '# Ida\n\nIda likes zanzibar.\n' });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const backup = join(vault.root, '..', 'damaged.db');
  await memory.backup(backup);
  await writeFile(backup, 'no database any more'.repeat(500));
  const { backups } = await memory.erase(await idOf(memory, 'Ida likes zanzibar.'));
  expect(backups).toMatchObject([
    {
      path: backup,
      outcome: 'failed',
      problem: {
        code: expect.stringMatching(/^[A-Z_]+$/),
        reason: expect.stringContaining('damaged.db'),
        remedy: expect.stringContaining('Delete it'),
      },
    },
  ]);
});
