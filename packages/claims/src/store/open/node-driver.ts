import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { ClaimsError } from '../../model/errors/claims-error.ts';
import type { Database, RunResult, Statement, Transaction } from '../../model/sqlite-database.ts';
import type { SqliteDriver } from './sqlite-driver.ts';
import { toSqliteError } from './to-sqlite-error.ts';

type NodeSqlite = typeof import('node:sqlite');

/**
 * Creates a driver on `node:sqlite`, for places where native packages can't be installed. It behaves like `better-sqlite3`: the same rows, `Buffer`s for blobs,
 * the same error codes. Within a process, open a file with only one driver: SQLite's locks do not hold between two copies of SQLite in one process
 * (sqlite.org/howtocorrupt.html, 2.2.1). Needs Node 22.16 or newer, or another runtime with the module. Throws `SQLITE_NOT_INSTALLED` if it is absent.
 */
export function nodeDriver(): SqliteDriver {
  const sqlite = readNodeSqlite();
  if (sqlite === null) {
    throw new ClaimsError('this runtime has no node:sqlite with transactions and backups', {
      code: 'SQLITE_NOT_INSTALLED',
      hint: 'Use Node 22.16 or newer, or install better-sqlite3.',
    });
  }
  return (path, options) => open(sqlite, path, options);
}

/** True if {@link nodeDriver} works in this runtime. */
export function hasNodeSqlite(): boolean {
  return readNodeSqlite() !== null;
}

/** Node 22.12 has the module without features that a store needs: rows as arrays were added together with the transaction state and backups. */
function readNodeSqlite(): NodeSqlite | null {
  const sqlite = process.getBuiltinModule?.('node:sqlite');
  return typeof sqlite?.backup === 'function' && 'setReturnArrays' in sqlite.StatementSync.prototype
    ? sqlite
    : null;
}

/** Opens these bytes as an in-memory database; null if this Node version can't. */
export function openBytesByNode(bytes: Buffer): Database | null {
  const sqlite = readNodeSqlite();
  if (sqlite === null || !('deserialize' in sqlite.DatabaseSync.prototype)) return null;
  const db = new sqlite.DatabaseSync(':memory:') as DatabaseSync & { deserialize: (bytes: Buffer) => void };
  withSqliteErrors(() => db.deserialize(bytes));
  return toDatabase(sqlite, db, { path: ':memory:', isReadOnly: true });
}

function open(sqlite: NodeSqlite, path: string, options: Parameters<SqliteDriver>[1]): Database {
  const db = withSqliteErrors(
    () => new sqlite.DatabaseSync(path, { readOnly: options.readonly, timeout: options.timeout }),
  );
  return toDatabase(sqlite, db, { path, isReadOnly: options.readonly });
}

function toDatabase(
  sqlite: NodeSqlite,
  db: DatabaseSync,
  { path, isReadOnly }: { readonly path: string; readonly isReadOnly: boolean },
): Database {
  // Prevents edits of the schema tables by a planted schema.
  if ('enableDefensive' in db) db.enableDefensive(true);
  const database: Database = {
    get open() {
      return db.isOpen;
    },
    get inTransaction() {
      return db.isOpen && db.isTransaction;
    },
    readonly: isReadOnly,
    name: path,
    prepare: ((sql: string) => prepare(db, sql)) as Database['prepare'],
    exec(sql) {
      withSqliteErrors(() => db.exec(sql));
      return database;
    },
    pragma(source, { simple = false } = {}) {
      const statement = prepare(db, `PRAGMA ${source}`);
      return simple ? statement.pluck().get() : statement.all();
    },
    transaction: (work) => transactionOf(db, work),
    backup: (target) => sqlite.backup(db, target).catch(rethrow),
    serialize: () => Buffer.from(withSqliteErrors(() => db.serialize())),
    function(name, { deterministic = false }, work) {
      db.function(name, { deterministic }, (value) => work(fromSqlite(value)) as SQLInputValue);
      return database;
    },
    close() {
      if (db.isOpen) db.close();
      return database;
    },
  };
  return database;
}

function prepare(db: DatabaseSync, sql: string): Statement {
  const prepared: StatementSync = withSqliteErrors(() => db.prepare(sql));
  // Rows come as arrays: building objects here is several times faster than the objects of node:sqlite, which have no stable shape.
  prepared.setReturnArrays(true);
  let names: readonly string[] | null = null;
  const toObject = (row: readonly unknown[]) => {
    names ??= prepared.columns().map(({ name }) => name);
    const result: Record<string, unknown> = {};
    for (let i = 0; i < names.length; i++) result[names[i] as string] = fromSqlite(row[i]);
    return result;
  };
  let toRow: (row: readonly unknown[]) => unknown = toObject;
  const read = (row: unknown) => toRow(row as readonly unknown[]);
  const list = (parameters: readonly unknown[]) => parameters.flat() as SQLInputValue[];
  const statement: Statement = {
    source: sql,
    run: (...parameters): RunResult => withSqliteErrors(() => toResult(prepared.run(...list(parameters)))),
    get: (...parameters) =>
      withSqliteErrors(() => {
        const row = prepared.get(...list(parameters));
        return row === undefined ? undefined : read(row);
      }),
    all: (...parameters) => withSqliteErrors(() => prepared.all(...list(parameters)).map(read)),
    *iterate(...parameters) {
      const rows = withSqliteErrors(() => prepared.iterate(...list(parameters)));
      try {
        for (;;) {
          const next = withSqliteErrors(() => rows.next());
          if (next.done === true) return;
          yield read(next.value);
        }
      } finally {
        rows.return?.();
      }
    },
    pluck(toggle = true) {
      toRow = toggle ? (row) => fromSqlite(row[0]) : toObject;
      return statement;
    },
    raw(toggle = true) {
      toRow = toggle ? (row) => row.map(fromSqlite) : toObject;
      return statement;
    },
  };
  return statement;
}

function transactionOf<Parameters extends unknown[], Result>(
  db: DatabaseSync,
  work: (...parameters: Parameters) => Result,
): Transaction<Parameters, Result> {
  const begun =
    (begin: string) =>
    (...parameters: Parameters): Result => {
      // A nested transaction is a savepoint: only it is rolled back on failure.
      const isInner = withSqliteErrors(() => db.isTransaction);
      withSqliteErrors(() => db.exec(isInner ? 'SAVEPOINT memora' : begin));
      try {
        const result = work(...parameters);
        withSqliteErrors(() => db.exec(isInner ? 'RELEASE memora' : 'COMMIT'));
        return result;
      } catch (error) {
        // SQLite rolls back the whole transaction itself if the disk is full or the file damaged.
        if (db.isOpen && db.isTransaction)
          db.exec(isInner ? 'ROLLBACK TO memora; RELEASE memora' : 'ROLLBACK');
        throw error;
      }
    };
  return Object.assign(begun('BEGIN'), {
    immediate: begun('BEGIN IMMEDIATE'),
    deferred: begun('BEGIN DEFERRED'),
    exclusive: begun('BEGIN EXCLUSIVE'),
  });
}

function toResult({
  changes,
  lastInsertRowid,
}: {
  changes: number | bigint;
  lastInsertRowid: number | bigint;
}): RunResult {
  return { changes: Number(changes), lastInsertRowid };
}

/** Blobs come as plain bytes. */
function fromSqlite(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

/** Runs `work` and throws errors in the form of `better-sqlite3`. */
function withSqliteErrors<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw toSqliteError(error);
  }
}

function rethrow(error: unknown): never {
  throw toSqliteError(error);
}
