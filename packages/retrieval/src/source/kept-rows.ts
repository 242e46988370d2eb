import type * as Sqlite from '@memora/claims/sqlite';
import { createKeyedRows, type KeyedRows } from './rows-by-number.ts';

/** What is kept in memory of a database for as long as nothing is written to it. */
export interface KeptRows {
  /**
   * Forgets all of it where anything was written since, by this connection or by any other. Asked where a question begins. Gives another number whenever something was
   * forgotten; null where nothing is kept for now.
   */
  readonly renew: () => number | null;
  /** What the last look gave; no two connections of a process have the same number. */
  readonly lookedAt: () => number | null;
  /** A read of rows by their keys that reads none twice. It gives those that are there, in the order of the keys. */
  readonly byKey: <Key extends number | string, Row>(
    read: (keys: readonly Key[]) => Iterable<readonly [Key, Row]>,
    options?: KeptOptions<Row>,
  ) => RowsByKey<Key, Row>;
  /** The same for one key at a time. */
  readonly one: <Key extends number | string, Row>(
    read: (key: Key) => Row,
    most?: number,
  ) => (key: Key) => Row;
  /** A value that is read once. */
  readonly once: <Value>(read: () => Value) => () => Value;
}

/** The rows of some keys, as a map; `list` gives them alone, for keys that are different. */
interface RowsByKey<Key, Row> {
  (keys: readonly Key[]): Map<Key, Row>;
  readonly list: (keys: readonly Key[]) => Row[];
}

interface KeptOptions<Row> {
  /** Which rows may stay in memory; all by default. */
  readonly mayKeep?: (row: Row) => boolean;
  /** What a row counts; 1 by default. */
  readonly sizeOf?: (row: Row) => number;
  /** What is kept counts so much at most; 4,096 by default. Then all of it is forgotten, and read again as it is asked for. */
  readonly most?: number;
}

const MOST = 4_096;
const NOTHING_KEPT: KeyedRows<number | string, never> = new Map<number | string, never>();
const keptBy = new WeakMap<Sqlite.Database, KeptRows>();
/** Looks of all connections that found something written. */
let looks = 0;

/** What is kept of a database connection, whoever asks it. */
export function keptRowsOf(db: Sqlite.Database): KeptRows {
  const known = keptBy.get(db) ?? createKeptRows(db);
  keptBy.set(db, known);
  return known;
}

/**
 * What is kept is as new as the last look at the database, or newer; where the next look finds nothing written, it is what the database holds. What
 * is read inside a transaction is not kept: it may be taken back, and nothing would tell.
 */
function createKeptRows(db: Sqlite.Database): KeptRows {
  // The first counts commits of others, the second rows written here.
  const readOthers = db.prepare<[], number>('PRAGMA data_version').pluck();
  const readOwn = db.prepare<[], number>('SELECT total_changes()').pluck();
  let [others, own] = [-1, -1];
  let look = 0;
  const lookedAt = () => (db.inTransaction || look === 0 ? null : look);
  return {
    lookedAt,
    renew: () => {
      const [byOthers, byUs] = [readOthers.get() ?? 0, readOwn.get() ?? 0];
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
      /** Null where there is no row. */
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
