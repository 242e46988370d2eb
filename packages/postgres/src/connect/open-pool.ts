import { createHash } from 'node:crypto';
import pg from 'pg';
import { cancelStatement } from './cancel-statement.ts';
import { clientConfig } from './client-config.ts';
import type { Connection, ConnectionSource } from './connection.ts';
import type { TeamAddress } from './read-address.ts';
import { createContextSigner } from './sign-context.ts';
import { teamError } from './team-error.ts';
import { isConnectionLost, toPostgresError } from './to-postgres-error.ts';

export interface OpenPoolOptions {
  /** The maximum number of connections; further requests wait. 4 by default. */
  readonly connections?: number;
  /** The maximum number of waiting requests; further ones fail with `TEAM_BUSY`. 200 by default. */
  readonly queue?: number;
  /** Milliseconds to wait for a connection to open or become free; 10,000 by default. */
  readonly connectTimeout?: number;
  /** True prepares statements by name on each connection. A pooler in transaction mode must support that; false by default. */
  readonly prepared?: boolean;
}

const INT8 = 20;
/** All stored integers are below 2^53. */
const TYPES = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/** Opens a connection pool. Nothing is sent until the first request. */
export function openPool(address: TeamAddress, options: OpenPoolOptions = {}): ConnectionSource {
  const pool = new pg.Pool({
    ...clientConfig(address, options.connectTimeout),
    max: options.connections ?? 4,
    // Sends statements without waiting for earlier answers.
    pipeline: true,
    types: TYPES as never,
    // A generic plan is made once, instead of five plans for specific values. Each statement finds its rows
    // by an index, whatever the values.
    ...(options.prepared === true ? { options: '-c plan_cache_mode=force_generic_plan' } : {}),
  });
  // The next request replaces an idle connection that the server closed.
  pool.on('error', () => undefined);
  // Attached for the whole lifetime: the last statement may fail after the connection was returned, before its next user listens.
  pool.on('connect', (client) => client.on('error', ignore));
  const most = options.queue ?? 200;
  const take = async (): Promise<pg.PoolClient> => {
    if (pool.waitingCount >= most)
      throw busy(`${pool.waitingCount} requests already wait for one of ${pool.options.max} connections`);
    try {
      return await pool.connect();
    } catch (error) {
      const isLate = /timeout exceeded when trying to connect/.test((error as Error).message);
      // All connections are lent: the server responds, but none was returned in time.
      if (isLate && pool.totalCount >= pool.options.max)
        throw busy(`none of ${pool.options.max} connections became free in time`);
      throw toPostgresError(error);
    }
  };
  const toClient = (client: pg.PoolClient) => toConnection(client, options.prepared === true);
  return {
    withConnection: async (work, { signal } = {}) => {
      signal?.throwIfAborted();
      const client = await take();
      const ended = (isLost: boolean) => client.release(isLost);
      const working = signal === undefined ? work(toClient(client)) : untilAborted(work, client, signal);
      try {
        const result = await working;
        ended(false);
        return result;
      } catch (error) {
        if (signal?.aborted === true) {
          // Nobody waits for this. The connection is not lent again: a late cancellation would hit another statement.
          cancelStatement(client).finally(() => ended(true));
          throw signal.reason;
        }
        ended(isConnectionLost(error));
        throw toPostgresError(error);
      }
    },
    close: () => pool.end(),
    sign: address.signingKey === undefined ? undefined : createContextSigner(address.signingKey),
    usage: () => ({ connections: pool.totalCount, waiting: pool.waitingCount }),
  };

  function untilAborted<Result>(
    work: (connection: Connection) => Promise<Result>,
    client: pg.PoolClient,
    signal: AbortSignal,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal.reason);
      if (signal.aborted) {
        abort();
        return;
      }
      signal.addEventListener('abort', abort, { once: true });
      work(toClient(client))
        .finally(() => signal.removeEventListener('abort', abort))
        .then(resolve, reject);
    });
  }
}

function busy(why: string) {
  return teamError('TEAM_BUSY', why, 'Try again, or open the database with more connections.');
}

function ignore(): void {
  // The current or the next statement fails with the same error.
}

/** The stream that the driver writes to. */
interface Wire {
  readonly cork: () => void;
  readonly uncork: () => void;
}

/** Buffers statements that are sent together into one write: each write wakes the server and takes as long as a small statement. */
function holdWrites(client: pg.PoolClient): () => void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Wire } }).connection;
  let isHeld = false;
  return () => {
    if (isHeld) return;
    isHeld = true;
    stream.cork();
    process.nextTick(() => {
      isHeld = false;
      stream.uncork();
    });
  };
}

function toConnection(client: pg.PoolClient, isPrepared: boolean): Connection {
  const hold = holdWrites(client);
  const named = (sql: string) =>
    isPrepared ? { name: createHash('sha256').update(sql).digest('base64url').slice(0, 32) } : {};
  return {
    query: async (sql, values) => {
      hold();
      return (await client.query({ ...named(sql), text: sql, values: values as unknown[] })).rows;
    },
    rows: async (sql, values) => {
      hold();
      const asked = { ...named(sql), text: sql, values: values as unknown[], rowMode: 'array' as const };
      return (await client.query(asked)).rows as never;
    },
    run: async (sql) => {
      hold();
      await client.query(sql);
    },
  };
}
