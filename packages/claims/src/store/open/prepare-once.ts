import type * as Sqlite from '../../model/sqlite-database.ts';

const statementsByDatabase = new WeakMap<Sqlite.Database, Map<string, Sqlite.Statement>>();

/** Returns the statement of a constant text, prepared once per connection. Use it for few texts only: none is ever removed. */
export function prepareOnce<Parameters extends unknown[], Row>(
  db: Sqlite.Database,
  sql: string,
): Sqlite.Statement<Parameters, Row> {
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
  return statement as unknown as Sqlite.Statement<Parameters, Row>;
}
