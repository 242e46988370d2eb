import { expect, it } from 'vitest';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';
import { openDatabase } from '../open/open-database.ts';
import { openClaimStore } from '../sqlite-claim-store.ts';
import { MIGRATIONS, SCHEMA_VERSION } from './migrate-database.ts';

const NOTES = { 'a.md': 'Drift uses MessagePack.\n', 'b.md': 'Harbor costs 49 EUR.\n' };

/** The allowed changes of the next migration: a column, a table, an index, a value for existing rows. */
const NEXT = [
  ...MIGRATIONS,
  `
ALTER TABLE claim ADD COLUMN mood TEXT;
CREATE TABLE mood (claim INTEGER PRIMARY KEY, seen INTEGER NOT NULL) STRICT;
CREATE INDEX claim_by_mood ON claim (mood) WHERE mood IS NOT NULL;
INSERT INTO mood (claim, seen) SELECT key, 1 FROM claim;
UPDATE claim SET mood = 'calm';
`,
];

/** A database of this version with rows, closed. */
async function fill() {
  const vault = await setupVault(NOTES);
  await vault.index();
  const ids = (await vault.claims()).map(({ id }) => id);
  await vault.store.close();
  return { vault, ids, path: vault.databasePath };
}

it('runs the migration after this version over a database with rows, and keeps them', async () => {
  const { vault, ids, path } = await fill();
  await using _ = vault;
  const db = openDatabase(path, { migrations: NEXT });
  expect(db.pragma('user_version', { simple: true })).toBe(SCHEMA_VERSION + 1);
  expect(db.prepare('SELECT id FROM claim ORDER BY id').pluck().all()).toEqual([...ids].sort());
  expect(db.prepare('SELECT DISTINCT mood FROM claim').pluck().all()).toEqual(['calm']);
  expect(db.prepare('SELECT count(*) FROM mood').pluck().get()).toBe(ids.length);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  db.close();
  // The second process, reader or writer, has nothing left to do.
  for (const readonly of [true, false]) openDatabase(path, { migrations: NEXT, readonly }).close();
});

it('has a reader ask for an index where a migration is to come, and refuses one that it does not know', async () => {
  const { vault, path } = await fill();
  await using _ = vault;
  expect(() => openDatabase(path, { migrations: NEXT, readonly: true })).toThrowError(
    expect.objectContaining({ code: 'DATABASE_MISSING' }),
  );
  openDatabase(path, { migrations: NEXT }).close();
  for (const readonly of [true, false])
    await expect(openClaimStore({ path, readonly })).rejects.toMatchObject({
      code: 'DATABASE_NEWER',
      hint: expect.stringContaining('memora index'),
    });
});

it('leaves a database as it was where a migration fails half way', async () => {
  const { vault, ids, path } = await fill();
  const failing = [
    ...MIGRATIONS,
    'ALTER TABLE claim ADD COLUMN mood TEXT; DELETE FROM claim; SELECT none FROM none;',
  ];
  expect(() => openDatabase(path, { migrations: failing })).toThrow();
  await using _ = vault;
  await using store = await openClaimStore({ path });
  expect((await store.listClaims()).claims.map(({ id }) => id)).toEqual(ids);
  expect(await store.check()).toEqual({ ok: true, problems: [] });
});

it('refuses a table of ours in another shape, as databases before the first release have, and says how to go on', async () => {
  const { vault, path } = await fill();
  await using _ = vault;
  const db = openDatabase(path);
  db.exec('ALTER TABLE failure DROP COLUMN print');
  db.close();
  await expect(openClaimStore({ path })).rejects.toMatchObject({
    code: 'DATABASE_FOREIGN',
    hint: expect.stringContaining('index again'),
  });
});
