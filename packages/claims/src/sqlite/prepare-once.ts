import type BetterSqlite3 from 'better-sqlite3';

const statementsByDatabase = new WeakMap<BetterSqlite3.Database, Map<string, BetterSqlite3.Statement>>();

/** The statement of a fixed text, prepared once a connection. For texts of which there are few: none is ever dropped. */
export function prepareOnce<Parameters extends unknown[], Row>(
  db: BetterSqlite3.Database,
  sql: string,
): BetterSqlite3.Statement<Parameters, Row> {
  let statements = statementsByDatabase.get(db);
  if (statements === undefined) {
    statements = new Map();
    statementsByDatabase.set(db, statements);
  }
  let statement = statements.get(sql);
  if (statement === undefined) {
    statement = db.prepare(sql);
    statements.set(sql, statement);
  }
  return statement as unknown as BetterSqlite3.Statement<Parameters, Row>;
}
