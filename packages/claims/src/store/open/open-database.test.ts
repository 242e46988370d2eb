import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSecretCodec } from '@memora/privacy/keyring';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { seededRandom } from '../../testing-fixtures/edit-vault.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';
import { SCHEMA_VERSION } from '../schema/migrate-database.ts';
import { openClaimStore } from '../sqlite-claim-store.ts';
import { restoreBackup } from './backup-database.ts';
import { openDatabase } from './open-database.ts';
import { plainDriver } from './plain-driver.ts';
import type { SqliteDriver } from './sqlite-driver.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'memora-db-'));
  onTestFinished(() => {
    chmodSync(path, 0o700);
    rmSync(path, { recursive: true, force: true });
  });
  return path;
}

const CHILD = fileURLToPath(new URL('../../testing-fixtures/index-child.ts', import.meta.url));

function startChild(root: string, database: string) {
  return spawn(process.execPath, ['--conditions=memora-source', CHILD, root, database], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

it('refuses a database of a newer version, of another program, and what is none', async () => {
  const dir = folder();
  const newer = join(dir, 'newer.db');
  await (await openClaimStore({ path: newer })).close();
  const raw = new BetterSqlite3(newer);
  raw.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
  raw.close();
  await expect(openClaimStore({ path: newer })).rejects.toMatchObject({ code: 'DATABASE_NEWER' });
  const foreign = join(dir, 'foreign.db');
  const other = new BetterSqlite3(foreign);
  other.exec('CREATE TABLE recipes (name TEXT)');
  other.close();
  await expect(openClaimStore({ path: foreign })).rejects.toMatchObject({ code: 'DATABASE_FOREIGN' });
  const garbage = join(dir, 'garbage.db');
  writeFileSync(garbage, 'this is no database, however long it may be. '.repeat(100));
  await expect(openClaimStore({ path: garbage })).rejects.toMatchObject({ code: 'DATABASE_CORRUPT' });
  expect(readFileSync(garbage, 'utf8')).toContain('this is no database');
  await expect(openClaimStore({ path: join(dir, 'none.db'), readonly: true })).rejects.toMatchObject({
    code: 'DATABASE_MISSING',
  });
});

it('finds damage in the middle of the file', async () => {
  const notes = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [`n${i}.md`, `Room${i} has ${i} chairs.\n\nHall${i} is in Lyon.\n`]),
  );
  await using v = await setupVault(notes);
  await v.index();
  await v.store.close();
  const bytes = readFileSync(v.databasePath);
  bytes.fill(0x5a, 4096 * 6, 4096 * 14);
  writeFileSync(v.databasePath, bytes);
  const outcome = await openClaimStore({ path: v.databasePath, readonly: true }).then(
    async (store) => {
      const report = await store
        .check()
        .catch((error: { code: string }) => ({ ok: false, problems: [error] }));
      await store.close();
      return report.problems[0]?.code;
    },
    (error: { code: string }) => error.code,
  );
  expect(outcome).toBe('DATABASE_CORRUPT');
});

it('migrates once when two processes start at the same moment, and loses nothing of either', async () => {
  await using v = await setupVault({ 'a.md': 'Drift uses MessagePack.\n', 'b.md': 'Harbor costs 49 EUR.\n' });
  await v.store.close();
  rmSync(join(v.root, '.memora'), { recursive: true });
  const children = [startChild(v.root, v.databasePath), startChild(v.root, v.databasePath)];
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
  expect(codes).toEqual([0, 0]);
  await using store = await openClaimStore({ path: v.databasePath });
  expect((await store.stats()).claims).toBe(2);
  expect(await store.check()).toEqual({ ok: true, problems: [] });
});

it('survives being killed at any moment: the next run completes, nothing is lost or doubled', async () => {
  const notes = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [
      `n${i}.md`,
      `# N${i}\n\nRoom${i} has ${i} chairs.\n\n- Hall${i} is in Lyon\n`,
    ]),
  );
  await using v = await setupVault(notes);
  await v.index();
  const expected = (await v.claims()).map((c) => c.id);
  await v.store.close();
  const random = seededRandom(3);
  for (let round = 0; round < 3; round++) {
    rmSync(join(v.root, '.memora'), { recursive: true });
    const child = startChild(v.root, v.databasePath);
    await once(child.stdout, 'data');
    setTimeout(() => child.kill('SIGKILL'), random(200));
    await once(child, 'exit');
    await using store = await openClaimStore({ path: v.databasePath });
    expect((await store.check()).problems).toEqual([]);
    await v.index({ store });
    expect((await store.listClaims()).claims.map((c) => c.id)).toEqual(expected);
  }
});

it('writes a backup while it is open, never over a file, and restores it into a live database', async () => {
  await using v = await setupVault({ 'a.md': 'Drift uses MessagePack.\n' });
  await v.index();
  const [before] = await v.claims();
  const copy = join(v.root, 'copy.db');
  await v.store.backup(copy);
  await expect(v.store.backup(copy)).rejects.toMatchObject({ code: 'BACKUP_EXISTS' });
  expect(statSync(copy).mode & 0o077).toBe(0);
  v.write('a.md', 'Drift uses JSON again.\n');
  await v.index();
  await restoreBackup(copy, v.databasePath);
  expect(statSync(v.databasePath).mode & 0o077).toBe(0);
  expect((await v.claims()).map((c) => c.id)).toEqual([before?.id]);
  writeFileSync(join(v.root, 'bad.db'), 'no database');
  await expect(restoreBackup(join(v.root, 'bad.db'), v.databasePath)).rejects.toMatchObject({
    code: 'BACKUP_INVALID',
  });
  expect((await v.claims()).map((c) => c.id)).toEqual([before?.id]);
});

it('mends rows that contradict each other', async () => {
  await using v = await setupVault({ 'a.md': 'Drift uses MessagePack.\n', 'b.md': 'Harbor costs 49 EUR.\n' });
  await v.index();
  v.store.transaction((db) => db.exec("DELETE FROM note WHERE path = 'a.md'"));
  expect((await v.store.check()).problems.map((p) => p.code)).toContain('CLAIM_WITHOUT_NOTE');
  expect(await v.store.repair()).not.toEqual([]);
  expect((await v.store.check()).ok).toBe(true);
  await v.index();
  expect(await v.claims()).toHaveLength(2);
});

it('keeps no readable byte of a secret claim, nor of one that became secret', async () => {
  const codec = createSecretCodec(new Uint8Array(32).fill(9));
  const open = 'The vault combination is nine zero four.\n';
  const secret = `<!--privacy:secret-->\nZanzibar pays Quimby in cash.\n<!--/privacy-->\n`;
  await using v = await setupVault({ 'a.md': secret, 'b.md': open }, { codec });
  await v.index();
  const [claim] = (await v.claims()).filter((c) => c.band === 'secret');
  expect(claim).toMatchObject({ subject: expect.stringContaining('a'), fingerprint: null });
  v.write('b.md', `---\nprivacy: secret\n---\n${open}`);
  await v.index();
  expect((await v.claims()).filter((c) => c.notePath === 'b.md').every((c) => c.band === 'secret')).toBe(
    true,
  );
  v.store.database.pragma('wal_checkpoint(TRUNCATE)');
  await v.store.close();
  for (const file of readdirSync(join(v.root, '.memora'))) {
    const bytes = readFileSync(join(v.root, '.memora', file))
      .toString('latin1')
      .toLowerCase();
    for (const word of ['zanzibar', 'quimby', 'combination', 'nine zero'])
      expect(bytes, file).not.toContain(word);
  }
});

it('leaves secret claims out without a codec, and counts them', async () => {
  await using v = await setupVault({
    'a.md': '<!--privacy:secret-->\nZanzibar pays Quimby.\n<!--/privacy-->\n\nHarbor costs 49 EUR.\n',
  });
  const report = await v.index();
  expect(report.claimsWithheld).toBeGreaterThan(0);
  expect(report.segments.withheld).toBeGreaterThan(0);
  expect((await v.claims()).map((c) => c.band)).toEqual(['private']);
});

/** Readers cannot create the file that they share. */
const full: SqliteDriver = (path, options) => {
  const db = plainDriver(path, options);
  if (!options.readonly) return db;
  const fails = () => {
    throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_SHMSIZE' });
  };
  return new Proxy(db, {
    get: (target, name) => (name === 'close' ? () => target.close() : fails),
  });
};

it('reads where there is no room for the file that readers share, as on a full disk, and keeps nobody out', async () => {
  await using v = await setupVault({ 'a.md': 'The pump runs at 40 bar.\n' });
  await v.index();
  await v.store.close();
  const files = () => readdirSync(join(v.root, '.memora')).sort();
  const before = files();
  const db = openDatabase(v.databasePath, { readonly: true, driver: full });
  try {
    expect(db.pragma('user_version', { simple: true })).toBe(SCHEMA_VERSION);
    expect(() => db.exec('CREATE TABLE more (a)')).toThrow(/readonly|read-only|query/i);
    // It blocks no one else: a question first tries to index the changes, and then reads the current state.
    const second = openDatabase(v.databasePath, { readonly: true, driver: full, busyTimeout: 0 });
    expect(second.pragma('user_version', { simple: true })).toBe(SCHEMA_VERSION);
    second.close();
    openDatabase(v.databasePath, { busyTimeout: 0 }).close();
  } finally {
    db.close();
  }
  expect(files()).toEqual(before);
});

it('says that another process writes, on a full disk too, and is in nobody’s way afterwards', async () => {
  await using v = await setupVault({ 'a.md': 'The pump runs at 40 bar.\n' });
  await v.index();
  const read = () => openDatabase(v.databasePath, { readonly: true, driver: full, busyTimeout: 0 });
  expect(read).toThrow(expect.objectContaining({ code: 'DATABASE_BUSY' }));
  await v.store.close();
  openDatabase(v.databasePath, { busyTimeout: 0 }).close();
  read().close();
});

it('reads by itself where no copy can be made on a full disk, and what a killed writer had finished', async () => {
  await using v = await setupVault({ 'a.md': 'The pump runs at 40 bar.\n' });
  await v.index();
  const killed = join(folder(), 'killed.db');
  for (const end of ['', '-wal']) copyFileSync(`${v.databasePath}${end}`, `${killed}${end}`);
  const uncopied: SqliteDriver = (path, options) => {
    const db = full(path, options);
    if (options.readonly) return db;
    return Object.assign(db, {
      serialize: () => {
        throw new Error('Out of memory');
      },
    });
  };
  for (const driver of [uncopied, full]) {
    const db = openDatabase(killed, { readonly: true, driver, busyTimeout: 0 });
    expect(db.prepare('SELECT count(*) FROM claim').pluck().get()).toBe(1);
    db.close();
  }
});
