import pg from 'pg';
import type { Connection, ConnectionSource } from './connection.ts';
import type { TeamAddress } from './read-address.ts';
import { isConnectionLost, toPostgresError } from './to-postgres-error.ts';

export interface OpenPoolOptions {
  /** Connections at most; who comes later waits. 4 by default. */
  readonly connections?: number;
  /** Milliseconds until a connection that does not come up is given up; 10,000 by default. */
  readonly connectTimeout?: number;
}

const INT8 = 20;
/** All whole numbers that are stored are below 2^53. */
const TYPES = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/** Opens a pool of connections. Nothing is sent until somebody asks. */
export function openPool(address: TeamAddress, options: OpenPoolOptions = {}): ConnectionSource {
  const pool = new pg.Pool({
    host: address.host,
    port: address.port,
    database: address.database,
    user: address.user,
    ...(address.password === undefined ? {} : { password: address.password }),
    ssl:
      address.tls === null
        ? false
        : { rejectUnauthorized: true, ...(address.tls.ca === undefined ? {} : { ca: address.tls.ca }) },
    max: options.connections ?? 4,
    // Statements that wait for no answer go out together.
    pipeline: true,
    connectionTimeoutMillis: options.connectTimeout ?? 10_000,
    application_name: 'memora',
    types: TYPES as never,
  });
  // An idle connection that the server closes is replaced by the next that asks.
  pool.on('error', () => undefined);
  return {
    withConnection: async (work) => {
      const client = await pool.connect().catch((error: unknown) => {
        throw toPostgresError(error);
      });
      client.on('error', ignore);
      try {
        const result = await work(toConnection(client));
        client.off('error', ignore);
        client.release();
        return result;
      } catch (error) {
        client.off('error', ignore);
        if (isConnectionLost(error)) client.on('error', ignore);
        client.release(isConnectionLost(error));
        throw toPostgresError(error);
      }
    },
    close: () => pool.end(),
  };
}

function ignore(): void {
  // The statement under way fails with the same error.
}

function toConnection(client: pg.PoolClient): Connection {
  return {
    query: async (sql, values) => (await client.query(sql, values as unknown[])).rows,
    rows: async (sql, values) =>
      (await client.query({ text: sql, values: values as unknown[], rowMode: 'array' })).rows as never,
    run: async (sql) => {
      await client.query(sql);
    },
  };
}
