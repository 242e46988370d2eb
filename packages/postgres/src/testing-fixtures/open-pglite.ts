import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { signContext } from '@memora/testing-fixtures/team-key';
import type { ConnectionSource } from '../connect/connection.ts';

const [INT8, BYTEA] = [20, 17];

/**
 * PostgreSQL in this process, without a server. It has one superuser connection, and transactions wait for each other. So logins, concurrency and faults
 * must be tested on a real server.
 */
export async function openPglite({
  hasVectors = false,
}: {
  /** True to make the extension `vector` available. */
  readonly hasVectors?: boolean;
} = {}): Promise<ConnectionSource> {
  const db = await PGlite.create({
    ...(hasVectors ? { extensions: { vector } } : {}),
    parsers: { [INT8]: Number, [BYTEA]: (value: string) => Buffer.from(value.slice(2), 'hex') },
  });
  const ask = (sql: string, values: readonly unknown[] | undefined, rowMode: 'array' | 'object') =>
    db.query(sql, values as unknown[], { rowMode });
  let queue: Promise<unknown> = Promise.resolve();
  return {
    withConnection: (work) => {
      const done = queue.then(() =>
        work({
          query: async (sql, values) => (await ask(sql, values, 'object')).rows as never,
          rows: async (sql, values) => (await ask(sql, values, 'array')).rows as never,
          run: async (sql) => {
            await db.exec(sql);
          },
        }),
      );
      queue = done.catch(() => undefined);
      return done;
    },
    close: () => db.close(),
    sign: signContext,
  };
}
