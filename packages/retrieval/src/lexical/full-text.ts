import type * as Sqlite from '@memora/claims/sqlite';

/**
 * Access to FTS5: full-text statements, and those that create their tables. Every other statement is a typed
 * query.
 */

/** Prepares searches for passages by a match expression; `weights` are those of the fields. */
export function prepareMatches(db: Sqlite.Database, weights: string) {
  return {
    /** The best passages first, ties by key. */
    ranked: db
      .prepare<[string, number], number>(
        `SELECT rowid FROM lexical_fts WHERE lexical_fts MATCH ? AND rank MATCH 'bm25(${weights})' ORDER BY +rank, rowid LIMIT ?`,
      )
      .pluck(),
    /** The best among the passages of a JSON list, ties by key. The plus sign keeps SQLite from searching once for each of them. */
    among: db
      .prepare<[string, string, number], number>(
        `SELECT rowid FROM lexical_fts WHERE lexical_fts MATCH ? AND rank MATCH 'bm25(${weights})' AND +rowid IN (SELECT value FROM json_each(?)) ORDER BY +rank, rowid LIMIT ?`,
      )
      .pluck(),
    /** The newest rows before a given passage. */
    newest: db
      .prepare<[string, number, number], number>(
        'SELECT rowid FROM lexical_fts WHERE lexical_fts MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?',
      )
      .pluck(),
  };
}

/** Prepares a read of all passages that match, in key order, each with its rank. */
export function prepareRanks(db: Sqlite.Database, weights: string) {
  return db
    .prepare<[string], [number, number]>(
      `SELECT rowid, rank FROM lexical_fts WHERE lexical_fts MATCH ? AND rank MATCH 'bm25(${weights})' ORDER BY rowid`,
    )
    .raw();
}

/** Prepares a search in one note, and in the notes before it in the order of {@link rankNotes}. */
export function prepareOlder(db: Sqlite.Database) {
  return db.prepare<[string, number, number, number], FoundPassage>(
    `SELECT p.key, p.note, p.span_start AS start, p.span_end AS "end" FROM lexical_fts
     JOIN lexical_passages p ON p.key = lexical_fts.rowid JOIN temp.change_order o ON o.note = p.note
     WHERE lexical_fts MATCH ? AND (o.rank < ? OR p.note = ?)
     ORDER BY bm25(lexical_fts, 1.0, 1.0, 1.0, 0.5, 0.5, 0.0) LIMIT ?`,
  );
}

interface FoundPassage {
  readonly key: number;
  readonly note: number;
  readonly start: number;
  readonly end: number;
}

/** Writes the index anew from its texts. */
export function rebuildFullText(db: Sqlite.Database): void {
  db.exec("INSERT INTO lexical_fts(lexical_fts) VALUES ('rebuild')");
}

/** Keeps an order of notes for the connection. */
export function rankNotes(db: Sqlite.Database, order: readonly number[]): void {
  db.exec('CREATE TEMP TABLE IF NOT EXISTS change_order (note INTEGER PRIMARY KEY, rank INTEGER NOT NULL)');
  db.exec('DELETE FROM temp.change_order');
  db.prepare('INSERT INTO temp.change_order (note, rank) SELECT value, key FROM json_each(?)').run(
    JSON.stringify(order),
  );
}
