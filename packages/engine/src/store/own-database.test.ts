import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { setupVault, type TestVault } from '../testing-fixtures/setup-vault.ts';

const NOTES = { 'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n' };
const open = (vault: TestVault, more: Readonly<Record<string, string>> = {}) =>
  openMemory({ vault: vault.root, env: { ...vault.env, ...more } });
const databaseOf = (vault: TestVault) => join(vault.root, '.memora', 'memora.db');
const asides = async (vault: TestVault) =>
  (await readdir(join(vault.root, '.memora'))).filter((name) => /^memora\.db\.unknown-[-\dTZ]+$/.test(name));

async function setupIndexed(): Promise<TestVault> {
  const vault = await setupVault(NOTES);
  await using memory = await open(vault);
  await memory.index();
  return vault;
}

/**
 * The same vault seen by another installation: a clone, another machine, or a home folder that moved without
 * its config folder.
 */
const elsewhere = (vault: TestVault) => ({ MEMORA_CONFIG_DIR: join(dirname(vault.root), 'another-config') });

describe('a database that this installation did not write', () => {
  it('is not opened by a question, and indexing keeps it aside, makes a new one and says so', async () => {
    await using vault = await setupIndexed();
    const bytes = await readFile(databaseOf(vault));
    await using memory = await open(vault, elsewhere(vault));
    await expect(memory.query('pump')).rejects.toMatchObject({
      code: 'DATABASE_UNKNOWN',
      hint: expect.stringContaining('--unknown'),
    });
    const { checks } = await memory.doctor();
    expect(checks.find(({ name }) => name === 'database')).toMatchObject({
      status: 'fault',
      detail: expect.stringContaining('DATABASE_UNKNOWN'),
    });
    const dry = await memory.index({ dryRun: true });
    expect([dry.report.claimsNew > 0, await asides(vault)]).toEqual([true, []]);

    const { report, notices } = await memory.index();
    expect(report.claimsNew).toBeGreaterThan(0);
    const [aside = ''] = await asides(vault);
    expect(await readFile(join(vault.root, '.memora', aside))).toEqual(bytes);
    expect(notices).toEqual([
      expect.stringContaining(`memora restore ${join(vault.root, '.memora', aside)} --unknown`),
    ]);
    expect((await memory.query('pump')).hits.length).toBeGreaterThan(0);
    expect((await memory.index()).report.unchanged).toBe(1);
    expect(await asides(vault)).toHaveLength(1);
  });

  it('is not SQLite’s to read before it is known: neither a trigger nor damage in it does anything', async () => {
    await using vault = await setupVault(NOTES);
    await mkdir(join(vault.root, '.memora'));
    const db = new DatabaseSync(databaseOf(vault));
    db.exec(
      'PRAGMA application_id = 1298492783; CREATE TABLE note (x); CREATE TRIGGER t AFTER INSERT ON note BEGIN SELECT 1; END;',
    );
    db.close();
    await writeFile(`${databaseOf(vault)}-wal`, 'not a log');
    await using memory = await open(vault);
    await memory.index();
    expect((await memory.query('pump')).hits.length).toBeGreaterThan(0);
    expect(await asides(vault)).toHaveLength(1);
  });

  it('is no other for a mark that is made up, of another file or of another vault’s author', async () => {
    await using vault = await setupIndexed();
    await using theirs = await setupVault(NOTES);
    {
      await using memory = await open(theirs);
      await memory.index();
    }
    await cp(databaseOf(theirs), databaseOf(vault));
    for (const mark of [
      await readFile(`${databaseOf(theirs)}.mark`, 'utf8'),
      JSON.stringify({ id: 'x', mark: 'y' }),
      JSON.stringify({ id: 'x', mark: '' }),
      JSON.stringify({ id: ['x'], mark: {} }),
      'null',
      '{',
      '',
    ]) {
      await writeFile(`${databaseOf(vault)}.mark`, mark);
      await using memory = await open(vault);
      await expect(memory.query('pump')).rejects.toMatchObject({ code: 'DATABASE_UNKNOWN' });
    }
  });

  it('is taken back with its history where its user says that it is theirs', async () => {
    await using vault = await setupIndexed();
    await vault.write('pump.md', '# Pump\n\nThe pump runs at 60 bar.\n');
    {
      await using memory = await open(vault);
      await memory.index();
    }
    await using memory = await open(vault, elsewhere(vault));
    await memory.index();
    const before = (await memory.claims.listClaims({ retired: true })).claims.length;
    const [aside = ''] = await asides(vault);
    const file = join(vault.root, '.memora', aside);
    await expect(memory.restore(file)).rejects.toMatchObject({ code: 'BACKUP_UNKNOWN' });
    await memory.restore(file, { unknown: true });
    expect((await memory.claims.listClaims({ retired: true })).claims.length).toBe(before + 1);
    await memory.index();
    expect(await asides(vault)).toHaveLength(1);
  });

  it('is not moved where its user named its place', async () => {
    await using vault = await setupIndexed();
    const path = join(dirname(vault.root), 'mine.db');
    await rename(databaseOf(vault), path);
    await using memory = await open(vault, { ...elsewhere(vault), MEMORA_INDEX_DB: path });
    await expect(memory.index()).rejects.toMatchObject({ code: 'DATABASE_UNKNOWN' });
    expect(await readdir(dirname(path))).toContain('mine.db');
  });
});

it('a backup of ours is restored from anywhere, and one of somebody else only where the user says so', async () => {
  await using vault = await setupIndexed();
  await using memory = await open(vault);
  const backup = join(dirname(vault.root), 'backup.db');
  await memory.backup(backup);
  const moved = join(dirname(vault.root), 'deep', 'moved.db');
  await mkdir(dirname(moved));
  await rename(backup, moved);
  await rm(databaseOf(vault));
  await memory.restore(moved);
  expect((await memory.query('pump')).hits.length).toBeGreaterThan(0);

  await using other = await setupVault(NOTES);
  await using theirs = await open(other);
  await expect(theirs.restore(moved)).rejects.toMatchObject({ code: 'BACKUP_UNKNOWN' });
  await theirs.restore(moved, { unknown: true });
  await theirs.index();
  expect((await theirs.query('pump')).hits.length).toBeGreaterThan(0);
});

it('a vault that moves with its user’s config folder keeps its database', async () => {
  await using vault = await setupIndexed();
  const root = join(dirname(vault.root), 'moved');
  await rename(vault.root, root);
  await using memory = await openMemory({ vault: root, env: vault.env });
  expect((await memory.index()).report.unchanged).toBe(1);
});

it('works where no key can be kept, without marks', async () => {
  await using vault = await setupVault(NOTES);
  await writeFile(join(dirname(vault.root), 'a-file'), '');
  await using memory = await open(vault, { MEMORA_CONFIG_DIR: join(dirname(vault.root), 'a-file', 'x') });
  await memory.index();
  expect((await memory.index()).report.unchanged).toBe(1);
});

it('what was learned from use is opened only where this installation wrote it', async () => {
  await using vault = await setupIndexed();
  const path = join(vault.root, '.memora', 'use.db');
  const db = new DatabaseSync(path);
  db.exec('CREATE TABLE pair (a, b, weight, at); CREATE TABLE latest (one, at); CREATE VIEW v AS SELECT 1;');
  db.close();
  const bytes = await readFile(path);
  await using memory = await open(vault);
  expect(await memory.feedback()).toMatchObject({ pairs: 0 });
  await memory.index();
  expect(await readFile(path)).toEqual(bytes);
});
