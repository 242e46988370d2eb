import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { claimStoreContract } from '../../testing/claim-store-contract.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';
import { openClaimStore } from '../sqlite-claim-store.ts';
import { restoreBackup } from './backup-database.ts';
import { nodeDriver } from './node-driver.ts';
import { openDatabase } from './open-database.ts';
import { plainDriver } from './plain-driver.ts';

const driver = nodeDriver();

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'memora-node-sqlite-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

it.each(claimStoreContract)('$promise', async ({ check }) => {
  await using store = await openClaimStore({ path: ':memory:', driver });
  await check(store);
});

it('writes the same rows as better-sqlite3, and each reads what the other wrote', async () => {
  await using v = await setupVault({
    'a.md': '---\ntags: [x]\n---\n# Ada\n\nAda lives in Turin. Drift uses JSON since May 2024.\n',
    'b.md':
      '# Bo\n\nBo works with [[a|Ada]].\n\n| name | price |\n| --- | --- |\n| Harbor | 49 EUR |\n\nドリフトは東京にある。\n',
  });
  const dir = folder();
  const now = () => new Date('2026-03-01T10:00:00Z');
  const rows = [];
  for (const [name, writer, reader] of [
    ['node.db', driver, plainDriver],
    ['native.db', plainDriver, driver],
  ] as const) {
    const path = join(dir, name);
    const store = await openClaimStore({ path, driver: writer });
    await v.index({ store, now });
    await store.close();
    const db = openDatabase(path, { driver: reader, readonly: true });
    rows.push(rowsOf(db));
    db.close();
  }
  expect(rows[0]?.get('claim')).toHaveLength(5);
  expect(rows[0]).toEqual(rows[1]);
});

it('keeps what was done before a failure, undoes the rest, and nests', () => {
  const db = driver(':memory:', { readonly: false, timeout: 0 });
  db.exec('CREATE TABLE t (a INTEGER PRIMARY KEY, b BLOB)');
  const insert = db.prepare<[number, Uint8Array | null]>('INSERT INTO t VALUES (?, ?)');
  const inner = db.transaction((a: number, fails: boolean) => {
    insert.run(a, null);
    if (fails) throw new Error('inner');
  });
  db.transaction(() => {
    expect(db.inTransaction).toBe(true);
    insert.run(1, Buffer.from('one'));
    inner(2, false);
    expect(() => inner(3, true)).toThrow('inner');
    insert.run(4, new Uint8Array([1, 2]));
  }).immediate();
  expect(() =>
    db.transaction(() => {
      insert.run(5, null);
      throw new Error('outer');
    })(),
  ).toThrow('outer');
  expect(db.inTransaction).toBe(false);
  expect(db.prepare('SELECT a FROM t ORDER BY a').pluck().all()).toEqual([1, 2, 4]);
  const [row] = db.prepare<[], { readonly a: number; readonly b: Buffer }>('SELECT a, b FROM t').all();
  expect(row?.b.toString('latin1')).toBe('one');
  expect(db.prepare('SELECT a, b FROM t WHERE a = 4').raw().get()).toEqual([4, Buffer.from([1, 2])]);
  expect([
    ...db
      .prepare<[{ readonly least: number }], number>('SELECT a FROM t WHERE a >= @least')
      .pluck()
      .iterate({ least: 2 }),
  ]).toEqual([2, 4]);
  for (const value of db.prepare('SELECT a FROM t').pluck().iterate()) {
    expect(value).toBe(1);
    break;
  }
  db.function('twice', { deterministic: true }, (value) => Number(value) * 2);
  expect(db.prepare('SELECT twice(21)').pluck().get()).toBe(42);
  expect(() => insert.run(1, null)).toThrow(expect.objectContaining({ code: 'SQLITE_CONSTRAINT' }));
  expect(() => db.prepare('SELECT nothing')).toThrow(expect.objectContaining({ code: 'SQLITE_ERROR' }));
  expect(db.pragma('user_version = 3', { simple: true })).toBeUndefined();
  expect(db.pragma('user_version', { simple: true })).toBe(3);
  expect([db.close().open, db.inTransaction]).toEqual([false, false]);
});

it('tells what is wrong with the codes of the other driver', async () => {
  const dir = folder();
  const path = join(dir, 'memora.db');
  const store = await openClaimStore({ path, driver });
  await store.close();
  await expect(store.listClaims()).rejects.toMatchObject({ code: 'DATABASE_CLOSED' });
  await expect(
    openClaimStore({ path: join(dir, 'absent.db'), driver, readonly: true }),
  ).rejects.toMatchObject({ code: 'DATABASE_MISSING' });
  const holder = openDatabase(path, { driver });
  holder.exec('BEGIN IMMEDIATE');
  const waiting = openDatabase(path, { driver, busyTimeout: 0 });
  expect(() => waiting.exec('BEGIN IMMEDIATE')).toThrow(expect.objectContaining({ code: 'SQLITE_BUSY' }));
  holder.exec('ROLLBACK');
  holder.close();
  waiting.close();
  const bytes = readFileSync(path);
  writeFileSync(path, 'this is no database, however long it may be. '.repeat(100));
  await expect(openClaimStore({ path, driver })).rejects.toMatchObject({ code: 'DATABASE_CORRUPT' });
  writeFileSync(path, bytes);
  truncateSync(path, 9000);
  await expect(openClaimStore({ path, driver })).rejects.toMatchObject({ code: 'DATABASE_CORRUPT' });
});

it('writes a backup and puts it back', async () => {
  await using v = await setupVault({ 'a.md': 'Drift uses JSON.\n' });
  const dir = folder();
  const path = join(dir, 'memora.db');
  const copy = join(dir, 'copy.db');
  {
    await using store = await openClaimStore({ path, driver });
    await v.index({ store });
    await store.backup(copy);
    v.write('a.md', 'Nova has seven rooms.\n');
    await v.index({ store });
  }
  await restoreBackup(copy, path, driver);
  await using store = await openClaimStore({ path, driver, readonly: true });
  expect((await store.listClaims()).claims.map(({ subject }) => subject)).toEqual(['Drift']);
});

/** All rows of all tables. */
function rowsOf(db: ReturnType<typeof plainDriver>): Map<string, readonly unknown[]> {
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all();
  return new Map(tables.map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]));
}
