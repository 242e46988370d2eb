import type { ConnectionSource } from '../connect/connection.ts';
import type { Principal } from '../connect/transaction-as.ts';
import type { TeamScope } from '../team/scopes.ts';

/** Where rows by their keys are known; undefined for a key that has none. */
export interface KnownRows<Row, Key = number> {
  readonly has: (key: Key) => boolean;
  readonly get: (key: Key) => Row | undefined;
  readonly set: (key: Key, row: Row | undefined) => void;
}

interface LastingOptions<Row> {
  /** Which rows may outlast the question; all by default. */
  readonly mayLast?: (row: Row) => boolean;
  /** What a row takes, in letters; 200 by default. */
  readonly sizeOf?: (row: Row) => number;
}

/** What a principal has read of the publications that a question belongs to. */
export interface LastingRows {
  /** The rows of a kind, for one question: what may not outlast it is known to it alone. */
  readonly rows: <Row, Key = number>(kind: string, options?: LastingOptions<Row>) => KnownRows<Row, Key>;
  /** How many of the rows that a question needs were there, of 1, in the questions before. */
  readonly share: () => number;
  readonly learnShare: (share: number) => void;
}

interface Shelf extends LastingRows {
  readonly publications: string;
  readonly scopes: readonly TeamScope[];
  /** In letters. */
  readonly size: () => number;
  /** Told where a question begins: where much was read since the last time, what was not asked for since the time before is forgotten. */
  readonly renew: () => void;
}

const ROW = 200;
/** A row of numbers. */
const ANSWER_ROW = 50;
/** What a key takes by itself, in letters: of a row that is not there too. */
const KEY = 64;
/** Letters that are kept for all principals of a database in this process together: beyond it, those who asked longest ago are forgotten. */
const MOST_LETTERS = 48_000_000;
/**
 * Of these, all but the two who asked last have this many together. Whoever asks one question after the other, two by turns too, is served from memory; of a team that
 * asks all at once, each would otherwise keep a megabyte that the next publication makes worthless, and a server would grow with its members.
 */
const MOST_OF_EARLIER = 8_000_000;
const shelvesBy = new WeakMap<ConnectionSource, Map<string, Shelf>>();

/**
 * Rows that stay from one question of a principal to its next, for as long as none of its scopes is published anew. What is in them is what the
 * database holds: a table of a scope changes with its epoch alone, and who sees which scopes at which epochs was read in the transaction of
 * the question. Nothing goes from one principal to another: how long a question takes would tell what somebody else has asked.
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
  // The last to ask stands last.
  shelves.delete(who);
  forgetOldest(shelves, shelf.size());
  shelves.set(who, shelf);
  return shelf;
}

/** Beside `asking` letters of whoever asks: those who asked longest ago go first. */
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
 * Rows of a publication that another has followed are of no use to anybody: whoever has read them will be told of the later one. They go at once, and not
 * when their principal asks again, which may be never: while a workspace is written to, each of its members would keep rows of another epoch.
 */
function forgetOlder(shelves: Map<string, Shelf>, now: readonly TeamScope[]): void {
  const epochs = new Map(now.map(({ id, epoch }) => [id, epoch]));
  for (const [who, { scopes }] of shelves)
    if (scopes.some(({ id, epoch }) => epoch < (epochs.get(id) ?? 0))) shelves.delete(who);
}

/** For what is read before it is known of which publications it is. */
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
      // For as long as the question takes: whoever asks beside it may begin a new generation.
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
  // A filter is part of a kind, and whoever asks chooses its words.
  generation.size += ROW + kind.length;
  return rows;
}

/** What statements gave, by what was asked: their names and values. */
interface LastingAnswers<Row> {
  readonly get: (asked: string) => readonly Row[] | undefined;
  readonly set: (asked: string, rows: readonly Row[]) => void;
}

/** Answers that stay as rows do: whoever asks the same question again asks the same of the database. */
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
