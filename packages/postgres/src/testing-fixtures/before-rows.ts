import type { ConnectionSource } from '../connect/connection.ts';

/** Wraps a source to run `before` ahead of each statement that returns rows. An error from `before` is thrown instead. */
export function beforeRows(
  source: ConnectionSource,
  before: (sql: string) => void | Promise<void>,
): ConnectionSource {
  const withConnection: ConnectionSource['withConnection'] = (work, options) =>
    source.withConnection(
      (db) =>
        work({
          ...db,
          rows: async (sql, values) => {
            await before(sql);
            return db.rows(sql, values);
          },
          query: async (sql, values) => {
            await before(sql);
            return db.query(sql, values);
          },
        }),
      options,
    );
  return { ...source, withConnection };
}
