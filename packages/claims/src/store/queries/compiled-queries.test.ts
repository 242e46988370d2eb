import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { sqliteStatements } from '../schema/describe-table.ts';
import { CHANGE_TABLES, STORE_TABLES } from '../schema/tables.ts';
import type { allQueries } from './all-queries.ts';
import { compileQuery, from, named, type Value } from './build/query-source.ts';
import { lit } from './build/sqlite-parts.ts';
import { writeQueries } from './build/write-queries.ts';

const written = readFileSync(new URL('compiled-queries.json', import.meta.url), 'utf8');

it('holds the text of the typed queries as they are now (`pnpm references`)', () => {
  expect(written).toBe(writeQueries());
});

it('is understood by SQLite over the described tables, query by query', () => {
  const db = new Database(':memory:');
  db.exec(sqliteStatements(STORE_TABLES));
  db.exec(sqliteStatements(CHANGE_TABLES));
  const texts = Object.entries(JSON.parse(written) as Record<keyof typeof allQueries, string>);
  for (const [name, text] of texts) expect(() => db.prepare(text), name).not.toThrow();
  db.close();
});

it.each(['derivations', 'derivationsOfFacts', 'fallenSources'] as const)(
  'finds few edges among many by an index of those alone: %s',
  (name) => {
    const db = new Database(':memory:');
    db.exec(sqliteStatements(STORE_TABLES));
    const { [name]: text } = JSON.parse(written) as Record<typeof name, string>;
    const [first] = db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all();
    db.close();
    expect(first?.detail).toContain('USING INDEX edge_dependency');
  },
);

it('refuses a query whose values do not stand in it in their order, and constants that are no part of its text', () => {
  const backwards = (key: Value<number>, id: Value<string>) =>
    from.updateTable('claim').set({ id }).where('key', '=', key);
  expect(() => compileQuery('backwards', backwards)).toThrow('the order 1, 0');
  expect(() => compileQuery('constant', () => from.selectFrom('note').select('key').limit(1))).toThrow(
    'a constant',
  );
  expect(compileQuery('literal', () => from.selectFrom('note').select('key').limit(lit(1)))).toBe(
    'select key from note limit 1',
  );
  const byName = named(({ key }: { key: Value<number> }) => from.deleteFrom('note').where('key', '=', key));
  expect(compileQuery('byName', byName)).toBe('delete from note where key = @key');
});
