import type { SignContext } from './sign-context.ts';

/** One connection to the database, inside a transaction or not. Values are always parameters. */
export interface Connection {
  /** Rows as objects by column. */
  readonly query: <Row = Record<string, unknown>>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** Rows as arrays, in the order of the columns. */
  readonly rows: <Row = unknown[]>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** Several statements without values, in one round trip. */
  readonly run: (sql: string) => Promise<void>;
}

/** Where connections come from. */
export interface ConnectionSource {
  /**
   * Lends a connection; it is returned when the work is over, and closed where the work failed on the wire. Who waits
   * or works when the signal aborts is told at once: the statement under way is cancelled, and the connection closed.
   */
  readonly withConnection: <Result>(
    work: (connection: Connection) => Promise<Result>,
    options?: { readonly signal?: AbortSignal | undefined },
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
  /** Signs who acts in a transaction; undefined for a login that is one person's own, who may only read. */
  readonly sign?: SignContext | undefined;
  /** Connections that stand, and how many wait for one; nothing where nobody counts. */
  readonly usage?: () => { readonly connections: number; readonly waiting: number };
}
