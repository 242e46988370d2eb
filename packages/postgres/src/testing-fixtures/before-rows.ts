import type { ConnectionSource } from '../connect/connection.ts';

/** Connections that do something else before each statement that asks for rows. What `before` throws is thrown in its place. */
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
        }),
      options,
    );
  return { ...source, withConnection };
}
