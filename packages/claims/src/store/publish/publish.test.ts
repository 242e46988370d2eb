import { expect, it } from 'vitest';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';
import { openDatabase } from '../open/open-database.ts';
import { PUBLISHED_TABLES } from '../schema/tables.ts';
import type { PublishedValue } from './capture-changes.ts';
import { readPublished } from './capture-changes.ts';
import { takeRowsBack } from './take-rows-back.ts';

type Rows = Map<string, readonly PublishedValue[]>;

it('makes the tables that are described, and no others', () => {
  const db = openDatabase(':memory:');
  const made = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all()
    .map((name) => {
      type Column = { name: string; type: string; notnull: number; pk: number; dflt_value: string | null };
      const columns = db.pragma(`table_info(${name})`) as Column[];
      const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
      const kinds = { INTEGER: 'int', REAL: 'real', TEXT: 'text', BLOB: 'blob', ANY: 'any' } as const;
      return {
        name,
        key: key.map((column) => column.name),
        columns: columns.map(({ name: column, type, notnull, pk, dflt_value }) => ({
          name: column,
          kind: kinds[type as 'ANY'],
          nullable: notnull === 0 && pk === 0,
          initial: dflt_value,
        })),
      };
    });
  expect(made).toEqual(PUBLISHED_TABLES.map(({ name, key, columns }) => ({ name, key, columns })));
  db.close();
});

function keyOf(table: (typeof PUBLISHED_TABLES)[number], row: readonly PublishedValue[]): string {
  return JSON.stringify(table.key.map((name) => row[table.columns.findIndex((each) => each.name === name)]));
}

function all(db: Sqlite.Database): unknown {
  return readPublished(db).map(({ table, rows }) => [table.name, rows]);
}

it('captures what runs change, so that copies kept by it are the store row for row', async () => {
  await using vault = await setupVault(
    {
      'a.md': '# Pump\n\nThe pump runs at 40 bar. See [[Hall]].\n',
      'hall.md': '---\naliases: [Big hall]\n---\n# Hall\n\nThe hall has 3 doors.\n',
    },
    { capture: true },
  );
  const copy = new Map<string, Rows>(PUBLISHED_TABLES.map(({ name }) => [name, new Map()]));
  const other = openDatabase(':memory:');
  const steps: (() => void)[] = [
    () => undefined,
    () => vault.write('b.md', 'The pump runs at 60 bar.\n'),
    () => vault.write('a.md', '# Pump\n\nNew above.\n\nThe pump runs at 40 bar.\n'),
    () => vault.move('hall.md', 'deep/hall.md'),
    () => vault.remove('b.md'),
    () => vault.write('_ledger.md', '- 2026-01-09T00:00:00Z forget [claim:0000000000000000] nothing\n'),
    () => vault.write('a.md', ''),
  ];
  for (const step of steps) {
    step();
    await vault.index();
    for (const { table, rows, gone } of vault.store.changes?.changed() ?? []) {
      const kept = copy.get(table.name) as Rows;
      for (const key of gone) kept.delete(JSON.stringify(key));
      for (const row of rows) kept.set(keyOf(table, row), row);
    }
    vault.store.changes?.forget();
    expect(vault.store.changes?.changed()).toEqual([]);
    await takeRowsBack(other, async function* ({ name }) {
      yield [...(copy.get(name) as Rows).values()];
    });
    expect(all(other)).toEqual(all(vault.store.database));
  }
  other.close();
});

it('leaves a store as it was where its rows do not arrive', async () => {
  await using vault = await setupVault({ 'a.md': 'The pump runs at 40 bar.\n' });
  await vault.index();
  const before = all(vault.store.database);
  const cut = takeRowsBack(vault.store.database, async function* ({ name }) {
    if (name === 'edge') throw new Error('cut');
    yield [];
  });
  await expect(cut).rejects.toThrow('cut');
  expect(all(vault.store.database)).toEqual(before);
  expect(vault.store.changes).toBe(null);
});
