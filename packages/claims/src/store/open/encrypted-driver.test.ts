import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openVault } from '@memora/vault';
import { afterAll, expect, it } from 'vitest';
import { indexVault } from '../../run/index-vault.ts';
import { openClaimStore } from '../sqlite-claim-store.ts';
import { restoreBackup } from './backup-database.ts';
import { encryptedDriver } from './encrypted-driver.ts';

const root = mkdtempSync(join(tmpdir(), 'memora-encrypted-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const path = join(root, '.memora', 'memora.db');
const key = randomBytes(32);

/** Files of the store that contain readable text, or the key. */
function readableFiles(): string[] {
  const folder = join(root, '.memora');
  return readdirSync(folder).filter((name) => {
    const bytes = readFileSync(join(folder, name));
    return (
      ['zanzibar', 'SQLite format', 'CREATE TABLE'].some((text) => bytes.includes(text)) ||
      bytes.includes(key)
    );
  });
}

it('keeps no readable byte in the file, its log and its backup, and reads all of it again under the key', async () => {
  writeFileSync(join(root, 'a.md'), '# Ida\n\nIda travels to zanzibar.\n');
  const vault = await openVault(root);
  const driver = encryptedDriver(key);
  {
    await using store = await openClaimStore({ path, driver });
    await indexVault({ vault, store });
    await store.backup(join(root, '.memora', 'copy.db'));
    expect(readdirSync(join(root, '.memora')).toSorted()).toEqual(
      expect.arrayContaining(['copy.db', 'memora.db', 'memora.db-wal']),
    );
    expect(readableFiles()).toEqual([]);
  }
  for (const at of [path, join(root, '.memora', 'copy.db')]) {
    await using store = await openClaimStore({ path: at, driver, readonly: true });
    expect((await store.listClaims()).claims.map(({ subject }) => subject)).toEqual(['Ida']);
  }
});

it('says plainly that a key is wrong, missing or no key, and harms nothing', async () => {
  const before = readFileSync(path);
  for (const readonly of [true, false]) {
    const wrong = openClaimStore({ path, readonly, driver: encryptedDriver(randomBytes(32)) });
    await expect(wrong).rejects.toMatchObject({ code: 'DATABASE_KEY', hint: expect.stringContaining('key') });
  }
  await expect(openClaimStore({ path, readonly: true })).rejects.toMatchObject({ code: 'DATABASE_CORRUPT' });
  expect(() => encryptedDriver(randomBytes(16))).toThrow('32 bytes');
  expect(readFileSync(path).equals(before)).toBe(true);
});

it('puts a backup back under its key, over a damaged database too, and not while another has it open', async () => {
  const driver = encryptedDriver(key);
  const copy = join(root, '.memora', 'copy.db');
  const subjects = async () => {
    await using store = await openClaimStore({ path, driver, readonly: true });
    return (await store.listClaims()).claims.map(({ subject }) => subject);
  };
  writeFileSync(join(root, 'b.md'), '# Bo\n\nBo travels to umea.\n');
  {
    await using store = await openClaimStore({ path, driver });
    await indexVault({ vault: await openVault(root), store });
    await expect(restoreBackup(copy, path, driver)).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
  }
  expect(await subjects()).toEqual(['Ida', 'Bo']);
  await restoreBackup(copy, path, driver);
  expect(await subjects()).toEqual(['Ida']);
  expect(readableFiles()).toEqual([]);
  writeFileSync(path, 'no database');
  await restoreBackup(copy, path, driver);
  expect(await subjects()).toEqual(['Ida']);
  for (const other of [undefined, encryptedDriver(randomBytes(32))])
    await expect(restoreBackup(copy, path, other)).rejects.toMatchObject({ code: 'BACKUP_INVALID' });
  expect(await subjects()).toEqual(['Ida']);
});
