import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { openDriver } from './open-driver.ts';

const NOTES = {
  'ida.md': '# Ida\n\nIda travels to zanzibar. <!--privacy:secret-->Her code is quetzal.<!--/privacy-->\n',
};
const ENCRYPT = '[privacy]\nencrypt_database = true\n';

/** Files of the index that hold readable text. */
async function readable(root: string): Promise<string[]> {
  const folder = join(root, '.memora');
  const found: string[] = [];
  for (const name of await readdir(folder)) {
    if (!name.includes('.db')) continue;
    const text = (await readFile(join(folder, name))).toString('latin1');
    if (/zanzibar|quetzal|SQLite format|CREATE TABLE/.test(text)) found.push(name);
  }
  return found;
}

it('encrypts the whole database where the settings say so, and everything works on it', async () => {
  await using vault = await setupVault(NOTES);
  await vault.write('.memora/config.toml', ENCRYPT);
  const backup = join(vault.root, '.memora', 'copy.db');
  for (let opened = 0; opened < 2; opened++) {
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    if (opened === 0) await memory.index();
    expect(await readable(vault.root)).toEqual([]);
    expect((await memory.ask('Where does Ida travel to?')).cleanText).toContain('zanzibar');
    expect(await memory.claims.countClaims({ bands: ['secret'] })).toBeGreaterThan(0);
    expect((await memory.doctor()).checks.filter(({ status }) => status === 'fault')).toEqual([]);
    if (opened === 0) await memory.backup(backup);
  }
  await vault.write('bo.md', '# Bo\n\nBo likes tea.\n');
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const known = await memory.claims.countClaims();
  const [zanzibar] = (await memory.query('zanzibar')).hits;
  expect((await memory.erase(zanzibar?.claim.id ?? '')).proof).toMatchObject({ found: [] });
  expect(await memory.claims.countClaims()).toBe(known - 1);
  await memory.restore(backup);
  expect((await memory.claims.notes()).map(({ path }) => path)).toEqual(['ida.md']);
  expect(await readable(vault.root)).toEqual([]);
});

it('keeps no vectors beside an encrypted database, and removes those that were', async () => {
  await using vault = await setupVault(NOTES);
  await vault.write('.memora/config.toml', ENCRYPT);
  await vault.write('.memora/vectors/claims.usearch', 'zanzibar');
  await vault.write('.memora/vectors/claims.usearch.json', '{}');
  await vault.write('.memora/vectors/claims.usearch.77.partial', 'zanzibar');
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  expect(await readdir(join(vault.root, '.memora', 'vectors'))).toEqual([]);
  expect((await memory.query('travels zanzibar')).hits[0]?.why.legs).toContain('vector');
});

it('asks a database of another form as it is, until the next run brings it in line', async () => {
  await using vault = await setupVault(NOTES);
  {
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
  }
  await vault.write('.memora/config.toml', ENCRYPT);
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  expect((await memory.ask('Where does Ida travel to?')).cleanText).toContain('zanzibar');
  expect((await memory.index()).notices.join()).toContain('encrypted now');
  expect(await readable(vault.root)).toEqual([]);
});

it('refuses a database of another key, and says what to do', async () => {
  await using vault = await setupVault(NOTES);
  await vault.write('.memora/config.toml', ENCRYPT);
  {
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
  }
  const keys = join(vault.env['MEMORA_CONFIG_DIR'] ?? '', 'keys');
  for (const name of await readdir(keys)) if (/^[0-9a-f]{32}/.test(name)) await rm(join(keys, name));
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  const refused = { code: 'DATABASE_KEY', hint: expect.stringContaining('index again') };
  await expect(memory.claims.listClaims()).rejects.toMatchObject(refused);
  await expect(memory.index()).rejects.toMatchObject(refused);
});

it('refuses to keep a database readable where no key can be kept', async () => {
  const without = async () => ({
    codec: undefined,
    keyring: null,
    databaseKey: null,
    reason: 'EROFS',
    close: async () => undefined,
  });
  await expect(openDriver('/nowhere/memora.db', true, without)).rejects.toMatchObject({
    code: 'KEY_UNAVAILABLE',
  });
  expect(await openDriver('/nowhere/memora.db', false, without)).toBeUndefined();
});
