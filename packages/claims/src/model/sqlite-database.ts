/**
 * The part of better-sqlite3's interface that Memora uses and that a {@link SqliteDriver} must provide. It is defined here so that users can compile without
 * that package's types.
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
  /** Writes a consistent copy while others read and write. Only for a file that is not encrypted. */
  backup(target: string): Promise<unknown>;
  serialize(): Buffer;
  /** Registers a function in SQL. */
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
  /** Return only the first column. */
  pluck(toggle?: boolean): this;
  /** Return rows as arrays. */
  raw(toggle?: boolean): this;
}

/** The changes of a statement. */
export interface RunResult {
  readonly changes: number;
  readonly lastInsertRowid: number | bigint;
}

/** A function that runs completely or not at all; `immediate` takes the write lock first. */
export interface Transaction<Parameters extends unknown[], Result> {
  (...parameters: Parameters): Result;
  readonly immediate: (...parameters: Parameters) => Result;
  readonly deferred: (...parameters: Parameters) => Result;
  readonly exclusive: (...parameters: Parameters) => Result;
}
