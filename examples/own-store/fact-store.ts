import type { DatabaseSync } from 'node:sqlite';
import type { Fact, FactStore } from '@memora/engine';
import type { CustomRetriever } from '@memora/retrieval';

/** Facts in a table of your own: one row a fact, and the full-text search that SQLite brings. */
export function createFactTable(db: DatabaseSync): FactStore {
  db.exec(`CREATE TABLE IF NOT EXISTS fact (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
    CREATE VIRTUAL TABLE IF NOT EXISTS fact_text USING fts5(id UNINDEXED, text, tokenize = 'porter unicode61')`);
  const remove = (id: string) => {
    for (const table of ['fact', 'fact_text']) db.prepare(`DELETE FROM ${table} WHERE id = ?`).run(id);
  };
  /** All of it or nothing. */
  const inTransaction = (work: () => void) => {
    db.exec('BEGIN IMMEDIATE');
    try {
      work();
      db.exec('COMMIT');
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  };
  return {
    put: async (facts) =>
      inTransaction(() => {
        for (const fact of facts) {
          remove(fact.id);
          db.prepare('INSERT INTO fact VALUES (?, ?)').run(fact.id, JSON.stringify(fact));
          db.prepare('INSERT INTO fact_text VALUES (?, ?)').run(fact.id, `${fact.title ?? ''} ${fact.text}`);
        }
      }),
    get: async (ids) =>
      db
        .prepare('SELECT body FROM fact WHERE id IN (SELECT value FROM json_each(?))')
        .all(JSON.stringify(ids))
        .map(readFact),
    list: () => db.prepare('SELECT body FROM fact ORDER BY id').all().map(readFact),
    remove: async (ids) => inTransaction(() => ids.forEach(remove)),
  };
}

/** Finds rows that hold any word of a question. */
export function createFactSearch(db: DatabaseSync): CustomRetriever {
  return {
    find: async (question, { limit }) => {
      const words = question.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
      if (words.length === 0) return [];
      return db
        .prepare('SELECT id, rank FROM fact_text WHERE fact_text MATCH ? ORDER BY rank LIMIT ?')
        .all(words.map((word) => `"${word}"`).join(' OR '), limit)
        .map((row) => ({ id: String(row['id']), score: -Number(row['rank']) }));
    },
  };
}

function readFact(row: Record<string, unknown>): Fact {
  return JSON.parse(String(row['body']));
}
