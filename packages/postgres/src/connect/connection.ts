import type { SignContext } from './sign-context.ts';

/** One connection to the database, inside or outside a transaction. Values are always parameters. */
export interface Connection {
  /** Returns rows as objects by column. */
  readonly query: <Row = Record<string, unknown>>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** Returns rows as arrays, in column order. */
  readonly rows: <Row = unknown[]>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** Runs several statements without values in one round trip. */
  readonly run: (sql: string) => Promise<void>;
}

/** A source of connections. */
export interface ConnectionSource {
  /**
   * Lends a connection. It is returned when the work ends, and closed if the work failed on the wire. If the signal aborts, a waiting or running
   * caller is rejected at once: the current statement is cancelled, and the connection closed.
   */
  readonly withConnection: <Result>(
    work: (connection: Connection) => Promise<Result>,
    options?: { readonly signal?: AbortSignal | undefined },
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
  /** Signs the acting principal of a transaction; undefined for a personal login, which may only read. */
  readonly sign?: SignContext | undefined;
  /** Returns the number of open connections and of waiting requests; absent if they are not counted. */
  readonly usage?: () => { readonly connections: number; readonly waiting: number };
}
