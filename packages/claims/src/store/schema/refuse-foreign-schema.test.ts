import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../open/open-database.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'memora-schema-'));
  path = join(folder, 'memora.db');
  openDatabase(path).close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function damage(sql: string): void {
  const db = new BetterSqlite3(path);
  db.unsafeMode();
  db.exec(sql);
  db.close();
}

describe('a schema that is not ours', () => {
  it.each([
    ['CREATE TRIGGER loosen AFTER INSERT ON claim BEGIN UPDATE claim SET band = 0; END'],
    [
      'CREATE TEMP TRIGGER t AFTER INSERT ON claim BEGIN SELECT 1; END; CREATE TRIGGER u AFTER DELETE ON alias BEGIN SELECT 1; END',
    ],
    ['DROP TRIGGER alias_added; CREATE TRIGGER alias_added AFTER INSERT ON alias BEGIN SELECT 1; END'],
    ['CREATE VIEW everything AS SELECT 1'],
    ['CREATE VIRTUAL TABLE tree USING rtree(id, a, b)'],
    ['CREATE INDEX claim_extra ON claim (length(id))'],
    ['DROP INDEX claim_by_note; CREATE INDEX claim_by_note ON claim (abs(note))'],
    ['DROP TABLE slot; CREATE TABLE slot (claim INTEGER, name TEXT, x AS (abs(claim)))'],
    [
      "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name = 'meta'",
    ],
    [
      "PRAGMA writable_schema = 1; INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('view', 'v', 'v', 0, 'CREATE VIEW v AS SELECT load_extension(''x'')')",
    ],
  ])('is refused, by readers and writers: %s', (sql) => {
    damage(sql);
    for (const readonly of [true, false]) {
      expect(() => openDatabase(path, { readonly })).toThrowError(
        expect.objectContaining({ code: expect.stringMatching(/^DATABASE_(?:FOREIGN|CORRUPT)$/) }),
      );
    }
  });

  it('is ours with tables of other indexes beside it, and with what SQLite made', () => {
    damage(
      'CREATE TABLE other_index (a TEXT PRIMARY KEY, b UNIQUE); CREATE INDEX by_b ON other_index (b); CREATE VIRTUAL TABLE words USING fts5(x)',
    );
    for (const readonly of [true, false]) openDatabase(path, { readonly }).close();
  });
});

it.each([true, false])('trusts no schema and checks every cell, read-only: %s', (readonly) => {
  const db = openDatabase(path, { readonly });
  expect([
    db.pragma('trusted_schema', { simple: true }),
    db.pragma('cell_size_check', { simple: true }),
  ]).toEqual([0, 1]);
  // Defensive mode: a statement can't edit the schema tables directly.
  db.pragma('writable_schema = ON');
  expect(() => db.exec("UPDATE sqlite_schema SET sql = ''")).toThrow();
  db.close();
});
