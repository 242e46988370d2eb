import { plainDriver } from '@memora/claims/drivers';
import type * as Sqlite from '@memora/claims/sqlite';
import type { Band, ClaimId } from '@memora/core';
import { confirmDatabase, makeDatabaseFile, placeAt } from '@memora/privacy/files';

/** A claim that an answer cited. */
export interface UsedClaim {
  readonly id: ClaimId;
  readonly band: Band;
}

/** A claim that was used together with another, and the strength of that association, 0–1. */
export interface Companion {
  readonly from: ClaimId;
  readonly to: ClaimId;
  readonly strength: number;
}

/**
 * Records which claims were used together: in two consecutive answers of a session, or in one answer whose writer chose them. It holds only ids
 * and numbers, in a separate file, so a question never writes to the claims' database.
 */
export interface FeedbackStore extends Disposable {
  /** Records the claims that an answer cited, the most important first. Skips secret claims. */
  readonly record: (cited: readonly UsedClaim[], options?: RecordOptions) => void;
  /** Returns the claims that these were used with, the strongest first, at most four for each. */
  readonly companionsOf: (ids: readonly ClaimId[]) => readonly Companion[];
  /** Returns the claims that were used. */
  readonly ids: () => readonly ClaimId[];
  /** Removes claims, such as retired ones. */
  readonly forget: (ids: readonly ClaimId[]) => void;
  /** Removes everything. Returns the number of pairs removed. */
  readonly reset: () => number;
  /** Returns the number of stored pairs. */
  readonly size: () => number;
  readonly close: () => void;
}

export interface RecordOptions {
  /**
   * True if a model or a person chose the claims that the answer combines. If rank alone chose them, one answer teaches nothing: retrieval would
   * only learn to agree with itself. False by default.
   */
  readonly chosen?: boolean;
}

export interface FeedbackStoreOptions {
  /** Path of the file. It and its folder are created if missing. `:memory:` uses no file. */
  readonly path: string;
  readonly now?: () => number;
}

/** Only the first claims of an answer count, at most this many: citing everything connects nothing. */
const MOST_CITED = 6;
/** Milliseconds: two answers at most this far apart belong to one session. */
const SESSION = 15 * 60_000;
/** The number of earlier answers that an answer is connected to: another question may come in between. */
const JOINED_ANSWERS = 2;
/** Milliseconds after which a use counts half. Measured from the latest use, not from the clock, so nothing changes without new uses. */
const HALF_LIFE = 90 * 24 * 3_600_000;
/** A pair with a lower weight is removed. */
const LEAST = 0.05;
/** The weight at which half of the activation is passed on. */
const HALF_STRENGTH = 0.2;
const MOST_COMPANIONS = 4;
/** The number of pairs kept per claim: a rare pair may become more frequent later. */
const MOST_KEPT = 32;

/** Opens a feedback store for reading and writing. */
export function openFeedbackStore({ path, now = Date.now }: FeedbackStoreOptions): FeedbackStore {
  if (path !== ':memory:') makeDatabaseFile(placeAt(path));
  const db = plainDriver(path, { readonly: false, timeout: 2000 });
  if (path !== ':memory:') confirmDatabase(placeAt(path));
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('secure_delete = ON');
  db.exec(`
    CREATE TABLE IF NOT EXISTS pair (
      a TEXT NOT NULL, b TEXT NOT NULL, weight REAL NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (a, b)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS latest (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL);
    PRAGMA user_version = 1;
  `);
  const statements = prepareStatements(db);
  let before: readonly { readonly ids: readonly ClaimId[]; readonly at: number }[] = [];

  const latest = () => statements.latest.get() ?? 0;
  const learn = db.transaction((pairs: readonly NewPair[], at: number) => {
    for (const [a, b, weight] of pairs) {
      for (const [from, to] of [
        [a, b],
        [b, a],
      ] as const) {
        const known = statements.read.get(from, to);
        statements.write.run(
          from,
          to,
          weight + (known ? decayed(known, at) : 0),
          Math.max(at, known?.at ?? 0),
        );
      }
    }
    statements.setLatest.run(Math.max(at, latest()));
    for (const id of new Set([...pairs.map(([a]) => a), ...pairs.map(([, b]) => b)])) prune(id);
  });
  const prune = (id: ClaimId) => {
    const since = latest();
    const ranked = statements.of
      .all(id)
      .map((pair) => ({ ...pair, now: decayed(pair, since) }))
      .sort((x, y) => y.now - x.now || (x.b < y.b ? -1 : 1));
    for (const { b } of ranked.filter((pair, i) => i >= MOST_KEPT || pair.now < LEAST)) {
      statements.remove.run(id, b);
      statements.remove.run(b, id);
    }
  };

  const unlearn = db.transaction((ids: readonly ClaimId[]) => {
    for (const id of ids) statements.forget.run(id, id);
  });

  return {
    record(cited, { chosen = false } = {}) {
      const ids = [...new Set(cited.filter(({ band }) => band !== 'secret').map(({ id }) => id))].slice(
        0,
        MOST_CITED,
      );
      if (ids.length === 0) return;
      const at = now();
      const session = at - (before[0]?.at ?? 0) <= SESSION ? before : [];
      before = [{ ids, at }, ...session].slice(0, JOINED_ANSWERS);
      const pairs = [
        ...(chosen ? pairsWithin(ids) : []),
        ...session.flatMap((earlier, i) => pairsBetween(earlier.ids, ids, 1 / (1 + i))),
      ];
      if (pairs.length > 0) learn.immediate(pairs, at);
    },
    companionsOf(ids) {
      const since = latest();
      return ids.flatMap((from) =>
        statements.of
          .all(from)
          .map((pair) => ({ from, to: pair.b, strength: toStrength(decayed(pair, since)) }))
          .sort((x, y) => y.strength - x.strength || (x.to < y.to ? -1 : 1))
          .slice(0, MOST_COMPANIONS),
      );
    },
    ids: () => statements.ids.all(),
    forget(ids) {
      unlearn.immediate(ids);
      db.pragma('wal_checkpoint(TRUNCATE)');
    },
    reset: () => {
      before = [];
      const pairs = statements.count.get() ?? 0;
      db.transaction(() => db.exec('DELETE FROM pair; DELETE FROM latest')).immediate();
      db.pragma('wal_checkpoint(TRUNCATE)');
      return pairs;
    },
    size: () => statements.count.get() ?? 0,
    close: () => db.close(),
    [Symbol.dispose]: () => db.close(),
  };
}

type NewPair = readonly [a: ClaimId, b: ClaimId, weight: number];

interface Pair {
  readonly weight: number;
  readonly at: number;
}

/** The more claims an answer cites, the less it says about any pair of them. */
function pairsWithin(ids: readonly ClaimId[]): NewPair[] {
  return ids.flatMap((a, i) => ids.slice(i + 1).map((b): NewPair => [a, b, 1 / (ids.length - 1)]));
}

/** Pairs the claims of consecutive questions in a session. The first claims answer best, so their pairs weigh most. */
function pairsBetween(earlier: readonly ClaimId[], ids: readonly ClaimId[], weight: number): NewPair[] {
  return earlier.flatMap((a, i) =>
    ids.flatMap((b, j): NewPair[] => (a === b ? [] : [[a, b, weight / (1 + i + j)]])),
  );
}

function decayed({ weight, at }: Pair, since: number): number {
  return weight * 0.5 ** (Math.max(0, since - at) / HALF_LIFE);
}

/** One use already gives most of the strength, and many pairs are never used twice. */
function toStrength(weight: number): number {
  return weight / (HALF_STRENGTH + weight);
}

function prepareStatements(db: Sqlite.Database) {
  return {
    latest: db.prepare<[], number>('SELECT at FROM latest').pluck(),
    setLatest: db.prepare<[number]>('INSERT OR REPLACE INTO latest (one, at) VALUES (1, ?)'),
    read: db.prepare<[ClaimId, ClaimId], Pair>('SELECT weight, at FROM pair WHERE a = ? AND b = ?'),
    of: db.prepare<[ClaimId], Pair & { readonly b: ClaimId }>('SELECT b, weight, at FROM pair WHERE a = ?'),
    write: db.prepare<[ClaimId, ClaimId, number, number]>(
      'INSERT OR REPLACE INTO pair (a, b, weight, at) VALUES (?, ?, ?, ?)',
    ),
    remove: db.prepare<[ClaimId, ClaimId]>('DELETE FROM pair WHERE a = ? AND b = ?'),
    forget: db.prepare<[ClaimId, ClaimId]>('DELETE FROM pair WHERE a = ? OR b = ?'),
    ids: db.prepare<[], ClaimId>('SELECT DISTINCT a FROM pair').pluck(),
    count: db.prepare<[], number>('SELECT count(*) / 2 FROM pair').pluck(),
  };
}
