import { describe, expect, it } from 'vitest';
import { findForeignTables } from './foreign-tables.ts';

describe('findForeignTables', () => {
  it.each([
    ['retrieval', "db.prepare('SELECT key FROM claim WHERE note = ?')", ['claim']],
    ['engine', 'const a = 1;\n`UPDATE note SET mtime = -1`', ['note']],
    ['engine', '`SELECT snippet FROM lexical_claims JOIN edge ON 1`', ['lexical_claims', 'edge']],
    ['claims', "db.prepare('SELECT key FROM claim')", []],
    ['retrieval', "db.prepare('SELECT term FROM lexical_terms')", []],
    ['retrieval', "db.prepare('SELECT a FROM pair')", []],
    ['vault', 'DELETE FROM ledger_match', ['ledger_match']],
    ['engine', '/** Where the text of a claim comes from. */', []],
    ['engine', 'throw new Error("FROM nowhere")', []],
  ])('%s: %j', (owner, text, tables) => {
    const found = findForeignTables(owner, text);
    expect(found.map(({ message }) => /the table (\w+)/.exec(message)?.[1])).toEqual(tables);
  });
});
