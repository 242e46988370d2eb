import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findForeignTables, tableOwners } from './foreign-tables.ts';

const schema = readFileSync(
  new URL('../packages/claims/src/store/schema/schema.ts', import.meta.url),
  'utf8',
);
const owners = tableOwners(schema);

describe('findForeignTables', () => {
  it.each([
    ['retrieval', "db.prepare('SELECT key FROM claim WHERE note = ?')", ['claim']],
    ['engine', 'const a = 1;\n`UPDATE note SET mtime = -1`', ['note']],
    ['engine', '`SELECT snippet FROM lexical_claims JOIN edge ON 1`', ['lexical_claims', 'edge']],
    ['claims', "db.prepare('SELECT key FROM claim')", []],
    ['retrieval', "db.prepare('SELECT term FROM lexical_terms')", []],
    ['retrieval', "db.prepare('SELECT a FROM pair')", []],
    ['engine', '/** Where the text of a claim comes from. */', []],
    ['engine', 'throw new Error("FROM nowhere")', []],
  ])('%s: %j', (owner, text, tables) => {
    const found = findForeignTables(owner, text, owners);
    expect(found.map(({ message }) => /the table (\w+)/.exec(message)?.[1])).toEqual(tables);
  });

  it('knows the tables of the store', () => {
    expect(owners[0]?.isOwn('ledger_match')).toBe(true);
    expect(owners[0]?.isOwn('claim')).toBe(true);
  });
});
