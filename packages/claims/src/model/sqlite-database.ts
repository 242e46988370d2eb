/**
 * The part of better-sqlite3's interface that Memora uses: what a {@link SqliteDriver} has to offer. It stands here so that nobody needs the
 * types of that package to compile against these.
 */
export interface Database {
  readonly open: boolean;
  readonly inTransaction: boolean;
  readonly readonly: boolean;
  readonly name: string;
  prepare<Parameters extends unknown[] | object = unknown[], Row = unknown>(
    sql: string,
  ): Parameters extends unknown[] ? Statement<Parameters, Row> : Statement<[Parameters], Row>;
  exec(sql: string): this;
  pragma(source: string, options?: { readonly simple?: boolean }): unknown;
  transaction<Parameters extends unknown[], Result>(
    work: (...parameters: Parameters) => Result,
  ): Transaction<Parameters, Result>;
  /** Writes a consistent copy, while others read and write. Only of a file that is not encrypted. */
  backup(target: string): Promise<unknown>;
  serialize(): Buffer;
  /** Makes a function known to SQL. */
  function(
    name: string,
    options: { readonly deterministic?: boolean },
    work: (value: unknown) => unknown,
  ): this;
  close(): this;
}

/** A prepared statement. */
export interface Statement<Parameters extends unknown[] = unknown[], Row = unknown> {
  readonly source: string;
  run(...parameters: Parameters): RunResult;
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  iterate(...parameters: Parameters): IterableIterator<Row>;
  /** The first column alone. */
  pluck(toggle?: boolean): this;
  /** Rows as arrays. */
  raw(toggle?: boolean): this;
}

/** What a statement changed. */
export interface RunResult {
  readonly changes: number;
  readonly lastInsertRowid: number | bigint;
}

/** A function that runs whole or not at all; `immediate` takes the write lock first. */
export interface Transaction<Parameters extends unknown[], Result> {
  (...parameters: Parameters): Result;
  readonly immediate: (...parameters: Parameters) => Result;
  readonly deferred: (...parameters: Parameters) => Result;
  readonly exclusive: (...parameters: Parameters) => Result;
}
