import type { ConnectionSource } from '../connect/connection.ts';
import type { Principal } from '../connect/transaction-as.ts';
import type { TeamScope } from '../team/scopes.ts';

/** Cached rows by key; undefined for a key without one. */
export interface KnownRows<Row, Key = number> {
  readonly has: (key: Key) => boolean;
  readonly get: (key: Key) => Row | undefined;
  readonly set: (key: Key, row: Row | undefined) => void;
}

interface LastingOptions<Row> {
  /** Decides which rows may be cached beyond the question; all by default. */
  readonly mayLast?: (row: Row) => boolean;
  /** Returns the size of a row in UTF-16 units; 200 by default. */
  readonly sizeOf?: (row: Row) => number;
}

/** A principal's cache of the publications that a question reads. */
export interface LastingRows {
  /** Returns the cache of one kind of row for one question. Rows that may not be cached stay with that question. */
  readonly rows: <Row, Key = number>(kind: string, options?: LastingOptions<Row>) => KnownRows<Row, Key>;
  /** Returns the share, 0–1, of rows that earlier questions found in the cache. */
  readonly share: () => number;
  readonly learnShare: (share: number) => void;
}

interface Shelf extends LastingRows {
  readonly publications: string;
  readonly scopes: readonly TeamScope[];
  /** In UTF-16 units. */
  readonly size: () => number;
  /**
   * Called when a question begins. If much was read since the last renewal, rows that were not used since the
   * one before are dropped.
   */
  readonly renew: () => void;
}

const ROW = 200;
/** The size of a row of numbers. */
const ANSWER_ROW = 50;
/** The size of a key itself, in UTF-16 units, also for a missing row. */
const KEY = 64;
/** The limit, in UTF-16 units, for all principals of a database in this process. Above it, the least recent principals are dropped. */
const MOST_LETTERS = 48_000_000;
/**
 * The part of it for all but the two most recent principals. Consecutive or alternating questions are served from memory. If a whole team asks at once,
 * each member would otherwise keep a megabyte that the next publication invalidates, and a server's memory would grow with its members.
 */
const MOST_OF_EARLIER = 8_000_000;
const shelvesBy = new WeakMap<ConnectionSource, Map<string, Shelf>>();

/**
 * Returns the cache that keeps a principal's rows between questions until one of its scopes is republished. It equals the database: a scope's table changes
 * only with its epoch, and the visible scopes and epochs were read in the question's transaction. Principals share nothing: timing would reveal what
 * somebody else has asked.
 */
export function lastingRowsOf(
  source: ConnectionSource,
  { name, groups = [] }: Principal,
  workspace: string,
  scopes: readonly TeamScope[],
): LastingRows {
  const shelves = shelvesBy.get(source) ?? new Map<string, Shelf>();
  shelvesBy.set(source, shelves);
  const who = JSON.stringify([workspace, name, groups]);
  const publications = JSON.stringify(scopes.map(({ id, epoch, publishedAt }) => [id, epoch, publishedAt]));
  const known = shelves.get(who);
  const shelf = known?.publications === publications ? known : openShelf(publications, scopes);
  shelf.renew();
  forgetOlder(shelves, scopes);
  // The most recent principal is last.
  shelves.delete(who);
  forgetOldest(shelves, shelf.size());
  shelves.set(who, shelf);
  return shelf;
}

/** Drops the least recent principals, to leave room for `asking` units of the current one. */
function forgetOldest(shelves: Map<string, Shelf>, asking: number): void {
  const last = [...shelves.values()].at(-1)?.size() ?? 0;
  let earlier = -last;
  for (const [, other] of shelves) earlier += other.size();
  for (const [first, other] of shelves) {
    if (earlier <= MOST_OF_EARLIER && asking + last + earlier <= MOST_LETTERS) return;
    shelves.delete(first);
    earlier -= other.size();
  }
}

/**
 * Drops rows of outdated publications at once: their reader will get the later publication, but may never ask
 * again. While a workspace is being written to, each member would otherwise keep rows of a different epoch.
 */
function forgetOlder(shelves: Map<string, Shelf>, now: readonly TeamScope[]): void {
  const epochs = new Map(now.map(({ id, epoch }) => [id, epoch]));
  for (const [who, { scopes }] of shelves)
    if (scopes.some(({ id, epoch }) => epoch < (epochs.get(id) ?? 0))) shelves.delete(who);
}

/** Returns an empty cache, for reads before the publications are known. */
export function nothingLasting(): LastingRows {
  return openShelf('', []);
}

function openShelf(publications: string, scopes: readonly TeamScope[]): Shelf {
  let [young, old] = [openGeneration(), openGeneration()];
  let share = 0;
  return {
    publications,
    scopes,
    size: () => young.size + old.size,
    share: () => share,
    learnShare: (now) => {
      share = (share + now) / 2;
    },
    renew: () => {
      if (young.size > MOST_LETTERS / 2) [young, old] = [openGeneration(), young];
    },
    rows: <Row, Key = number>(
      kind: string,
      { mayLast, sizeOf = () => ROW }: LastingOptions<Row> = {},
    ): KnownRows<Row, Key> => {
      // Fixed for the duration of the question: a concurrent one may start a new generation.
      const into = young;
      const rows = rowsOf<Key, Row>(into, kind);
      const before = (old.byKind.get(kind) ?? new Map()) as Map<Key, Row | undefined>;
      const ofQuestion = new Map<Key, Row>();
      const keep = (key: Key, row: Row | undefined): void => {
        if (!rows.has(key)) into.size += KEY + (row === undefined ? 0 : sizeOf(row));
        rows.set(key, row);
      };
      return {
        has: (key) => rows.has(key) || before.has(key) || ofQuestion.has(key),
        get: (key) => {
          const row = rows.get(key);
          if (row !== undefined || rows.has(key)) return row;
          if (!before.has(key)) return ofQuestion.get(key);
          keep(key, before.get(key));
          return before.get(key);
        },
        set: (key, row) => {
          if (row !== undefined && mayLast?.(row) === false) ofQuestion.set(key, row);
          else keep(key, row);
        },
      };
    },
  };
}

interface Generation {
  readonly byKind: Map<string, Map<unknown, unknown>>;
  size: number;
}

function openGeneration(): Generation {
  return { byKind: new Map(), size: 0 };
}

function rowsOf<Key, Row>(generation: Generation, kind: string): Map<Key, Row | undefined> {
  const known = generation.byKind.get(kind);
  if (known !== undefined) return known as Map<Key, Row | undefined>;
  const rows = new Map<Key, Row | undefined>();
  generation.byKind.set(kind, rows as Map<unknown, unknown>);
  // The filter is part of the kind, and the caller chooses its length.
  generation.size += ROW + kind.length;
  return rows;
}

/** Cached results of statements, by name and values. */
interface LastingAnswers<Row> {
  readonly get: (asked: string) => readonly Row[] | undefined;
  readonly set: (asked: string, rows: readonly Row[]) => void;
}

/** Caches results like rows: the same question sends the same statements. */
export function lastingAnswers<Row>({ rows }: LastingRows, lettersOfRow = ANSWER_ROW): LastingAnswers<Row> {
  const known = rows<{ readonly rows: readonly Row[]; readonly letters: number }, string>('answer', {
    sizeOf: ({ letters }) => letters,
  });
  return {
    get: (asked) => known.get(asked)?.rows,
    set: (asked, found) =>
      known.set(asked, { rows: found, letters: ROW + asked.length + lettersOfRow * found.length }),
  };
}
