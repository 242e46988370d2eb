import { prepareWriteCounts } from '@memora/claims/internal';
import type * as Sqlite from '@memora/claims/sqlite';
import { createKeyedRows, type KeyedRows } from './rows-by-number.ts';

/** An in-memory cache of database rows, valid until something is written. */
export interface KeptRows {
  /**
   * Clears the cache if this connection or any other has written since. Call it when a question begins. Returns a new number whenever the cache was
   * cleared; null if nothing can be cached now.
   */
  readonly renew: () => number | null;
  /** Returns the number from the last `renew`. No two connections of a process have the same number. */
  readonly lookedAt: () => number | null;
  /** Caches a read of rows by key. Returns the existing rows, in key order. */
  readonly byKey: <Key extends number | string, Row>(
    read: (keys: readonly Key[]) => Iterable<readonly [Key, Row]>,
    options?: KeptOptions<Row>,
  ) => RowsByKey<Key, Row>;
  /** Caches a read of one row by key. */
  readonly one: <Key extends number | string, Row>(
    read: (key: Key) => Row,
    most?: number,
  ) => (key: Key) => Row;
  /** Caches a single value. */
  readonly once: <Value>(read: () => Value) => () => Value;
}

/** Reads rows by key as a map; `list` returns only the rows, for distinct keys. */
interface RowsByKey<Key, Row> {
  (keys: readonly Key[]): Map<Key, Row>;
  readonly list: (keys: readonly Key[]) => Row[];
}

interface KeptOptions<Row> {
  /** Decides which rows may stay in memory; all by default. */
  readonly mayKeep?: (row: Row) => boolean;
  /** Returns the size of a row; 1 by default. */
  readonly sizeOf?: (row: Row) => number;
  /** Maximum total size; 4,096 by default. Above it, the whole cache is cleared and refilled on demand. */
  readonly most?: number;
}

const MOST = 4_096;
const NOTHING_KEPT: KeyedRows<number | string, never> = new Map<number | string, never>();
const keptBy = new WeakMap<Sqlite.Database, KeptRows>();
/** Counts, over all connections, the checks that found a write. */
let looks = 0;

/** Returns the cache of a database connection, shared by all its users. */
export function keptRowsOf(db: Sqlite.Database): KeptRows {
  const known = keptBy.get(db) ?? createKeptRows(db);
  keptBy.set(db, known);
  return known;
}

/**
 * Creates a cache that is at least as new as the last check of the database; if the next check finds no write, it equals the database. Rows read
 * inside a transaction are not cached: a rollback would go unnoticed.
 */
function createKeptRows(db: Sqlite.Database): KeptRows {
  const readCounts = prepareWriteCounts(db);
  let [others, own] = [-1, -1];
  let look = 0;
  const lookedAt = () => (db.inTransaction || look === 0 ? null : look);
  return {
    lookedAt,
    renew: () => {
      const [byOthers, byUs] = readCounts();
      if (byOthers !== others || byUs !== own) {
        [others, own] = [byOthers, byUs];
        look = ++looks;
      }
      return lookedAt();
    },
    byKey: <Key extends number | string, Row>(
      read: (keys: readonly Key[]) => Iterable<readonly [Key, Row]>,
      { mayKeep, sizeOf, most = MOST }: KeptOptions<Row> = {},
    ) => {
      /** Null if there is no row. */
      let kept: KeyedRows<Key, Row | null> = NOTHING_KEPT;
      let [at, size] = [look, 0];
      const forget = () => {
        kept = NOTHING_KEPT;
        size = 0;
      };
      const keep = (key: Key, row: Row | null) => {
        if (row !== null && mayKeep?.(row) === false) return;
        if (kept === NOTHING_KEPT) kept = createKeyedRows(key);
        kept.set(key, row);
        size += row === null ? 1 : (sizeOf?.(row) ?? 1);
      };
      const byKey = (keys: readonly Key[]) => {
        if (at !== look) forget();
        at = look;
        const rows = new Map<Key, Row>();
        const missing: Key[] = [];
        for (const key of keys) {
          const row = kept.get(key);
          if (row === undefined) missing.push(key);
          else if (row !== null && missing.length === 0) rows.set(key, row);
        }
        if (missing.length === 0) return rows;
        const found = new Map(read(missing));
        for (const key of keys) {
          const row = kept.get(key) ?? found.get(key);
          if (row !== undefined) rows.set(key, row);
        }
        if (db.inTransaction) return rows;
        if (size > most) forget();
        for (const key of missing) keep(key, found.get(key) ?? null);
        return rows;
      };
      const list = (keys: readonly Key[]): Row[] => {
        const rows: Row[] = [];
        if (at !== look) return [...byKey(keys).values()];
        for (const key of keys) {
          const row = kept.get(key);
          if (row === undefined) return [...byKey(keys).values()];
          if (row !== null) rows.push(row);
        }
        return rows;
      };
      return Object.assign(byKey, { list });
    },
    one: <Key extends number | string, Row>(read: (key: Key) => Row, most = MOST) => {
      const kept = new Map<Key, Row>();
      let at = look;
      return (key: Key): Row => {
        if (at !== look) kept.clear();
        at = look;
        const known = kept.get(key);
        if (known !== undefined) return known;
        const row = read(key);
        if (db.inTransaction) return row;
        if (kept.size >= most) kept.clear();
        kept.set(key, row);
        return row;
      };
    },
    once: <Value>(read: () => Value) => {
      let known: { readonly at: number; readonly value: Value } | null = null;
      return () => {
        if (known?.at === look) return known.value;
        const value = read();
        known = db.inTransaction ? null : { at: look, value };
        return value;
      };
    },
  };
}
