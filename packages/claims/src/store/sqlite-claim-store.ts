import type { Blake3, ClaimId } from '@memora/core';
import { defaultBlake3 } from '@memora/core/internal';
import type { SecretCodec } from '@memora/privacy';
import type { LedgerEntry, LedgerMark, LedgerVerb } from '../ledger/parse-ledger.ts';
import type { ResolveTarget } from '../ledger/resolve-ledger.ts';
import type { AsOf, Claim } from '../model/claim.ts';
import type { ClaimIndex } from '../model/claim-index.ts';
import type { IndexStatus } from '../model/index-status.ts';
import type * as Sqlite from '../model/sqlite-database.ts';
import type { ClaimFilter, ClaimStore } from './claim-store.ts';
import { readDerivedPages } from './derived/read-derived-pages.ts';
import type { ErasurePlan, ErasureRequest } from './erase/plan-erasure.ts';
import { type RefusedRecord, readRefusals } from './extraction/refused-records.ts';
import type { IndexRun, IndexRunOptions } from './index-run.ts';
import { backupDatabase } from './open/backup-database.ts';
import { type OpenDatabaseOptions, openDatabase } from './open/open-database.ts';
import { storeError, toStoreError } from './open/to-store-error.ts';
import type { ChangeCapture } from './publish/capture-changes.ts';
import { prepareQuery, prepareQueryOnce, prepareValue } from './queries/prepare-query.ts';
import { findGone } from './read/as-of/find-gone.ts';
import { createGraphReader } from './read/create-graph-reader.ts';
import { createIndexStatus } from './read/create-index-status.ts';
import { type CandidateRow, prepareCandidates } from './read/filter/prepare-candidates.ts';
import { readFewPassing } from './read/filter/read-few-passing.ts';
import { matchesSpan } from './read/matches-span.ts';
import { mayHaveNotes } from './read/may-have-notes.ts';
import { readCorroboration } from './read/read-corroboration.ts';
import { readEdges } from './read/read-edges.ts';
import type * as Lists from './read/read-lists.ts';
import { type NoteHead, readNoteHeads, readNoteNames, readPassingNotes } from './read/read-note-names.ts';
import { readOwnWords } from './read/read-own-words.ts';
import {
  countClaims,
  readClaimPage,
  readClaims,
  readClaimsByKey,
  readFileStates,
  readRunCounts,
  readStats,
} from './read/read-store.ts';
import { readStaleness } from './relating/write-staleness.ts';
import { readContradictions } from './review/read-contradictions.ts';
import { readFallout } from './review/read-fallout.ts';
import { checkDatabase, repairDatabase } from './schema/check-database.ts';
import type { PublishedTable } from './schema/describe-table.ts';
import type { StoreInternals } from './write/index-writer.ts';

export interface OpenClaimStoreOptions extends Omit<OpenDatabaseOptions, 'migrations'> {
  /** The database file, or `:memory:`. Its folder is created. */
  readonly path: string;
  /** Decrypts secret claims; without it they show `[redacted]`, and none is written. */
  readonly codec?: SecretCodec;
  /** Written in the same transactions as the claims. */
  readonly indexes?: readonly ClaimIndex[];
  /** Records which rows change, for publishing. Off by default, without any cost. */
  readonly capture?: boolean | readonly PublishedTable[];
}

/** The claim store on SQLite. It adds what only SQLite can do to {@link ClaimStore}. */
export interface SqliteClaimStore extends ClaimStore {
  readonly codec: SecretCodec | undefined;
  /** The changes since the store was opened; null unless it was opened with `capture`. */
  readonly changes: ChangeCapture | null;
  /** The open database, for indexes in it. Write to it only in `transaction`. */
  readonly database: Sqlite.Database;
  /** Runs synchronous work under `BEGIN IMMEDIATE`: all of it or nothing. */
  /** Whether its indexes are filled, and by which version. */
  readonly indexStatus: IndexStatus;
  /** True if opening it cleared an index of another version. Captured changes do not include what was removed. */
  readonly hasClearedIndex: boolean;
  readonly transaction: <Result>(work: (db: Sqlite.Database) => Result) => Result;
  /**
   * Returns size and modification time of notes when they were indexed, by path; missing notes are left out. Without `paths`, of all notes that a person wrote.
   */
  readonly fileStates: (
    paths?: readonly string[],
  ) => ReadonlyMap<string, { readonly size: number; readonly mtimeMs: number }>;
  /** True if a secret claim is stored, live or retired: a reader needs the vault's key only then. */
  readonly holdsSecrets: () => boolean;
  /**
   * True if these are the bytes of the claim's span when it was indexed. The only way to check a secret claim, whose fingerprint is keyed and never returned;
   * false without the codec that wrote it, and for an unknown id.
   */
  readonly matchesSpan: (id: string, bytes: Uint8Array) => boolean;
  /** True if a run over the whole vault has filled every index since it was created: false during a first run and after an interrupted one. */
  readonly isComplete: () => boolean;
  /** Returns claims by integer row key, as returned by an index; as they were known then with `asOf.known`. */
  readonly getClaimsByKey: (keys: Iterable<number>, options?: { readonly asOf?: AsOf }) => Map<number, Claim>;
  /**
   * Returns claims by row key that were known at `asOf.known` but are in no index any more, because their bytes are gone
   * or the ledger forgets them; as they were known then, the most recently removed first. Empty without `asOf.known`.
   */
  readonly findGone: (filter: ClaimFilter, limit: number) => Map<number, Claim>;
  /** Compiles a filter once. The result returns, for each search, which row keys pass. */
  readonly prepareCandidates: (filter: ClaimFilter) => (keys: readonly number[]) => CandidateRow[];
  /** Returns the row keys of the live claims that pass a filter; null if there are more than `most`. Fast for a filter without memories. */
  readonly fewPassing: (filter: ClaimFilter, most: number) => readonly number[] | null;
  /** Returns ids, paths and titles of notes by integer row key, as returned by an index; deleted notes are left out. */
  readonly noteHeads: (keys: readonly number[]) => ReadonlyMap<number, NoteHead>;
  /** Returns which of these notes, by integer row key, match the filter's conditions on notes. */
  readonly passingNotes: (filter: ClaimFilter, keys: readonly number[]) => ReadonlySet<number>;
  /** Returns the refused records of models, by note. */
  readonly refusals: () => RefusedRecord[];
  /** Returns the row key of the note at a path; undefined if there is none. */
  readonly noteKeyAt: (path: string) => number | undefined;
  /** Returns the file data that identifies an indexed note, in bytes and milliseconds; null if there is no such note. */
  readonly stampOf: (
    notePath: string,
  ) => { readonly size: number; readonly mtimeMs: number; readonly indexedAtMs: number } | null;
  /** Returns a ledger entry's data about claims besides their ids, so that the decision survives a change of the ids; in the order of the ids. */
  readonly markClaims: (verb: LedgerVerb, ids: readonly ClaimId[]) => Promise<(LedgerMark | null)[]>;
  /** Returns a function that says which claims a marked claim of an entry means now. */
  readonly targetResolver: () => Promise<ResolveTarget>;
  /** Returns which claims the ledger's entries mean now, even if their ids and notes have changed since the decision. */
  readonly resolveLedger: (entries: readonly LedgerEntry[]) => Promise<LedgerEntry[]>;
  /** Returns words that the database contains whatever the notes say: names of tables and columns, kinds of events, extractors. */
  readonly ownWords: () => string[];
  /** Returns everything that an erasure of claims or notes removes; changes nothing. */
  readonly planErasure: (request: ErasureRequest) => Promise<ErasurePlan>;
  /** Makes the next run write these notes again although their files are unchanged. */
  readonly unsettle: (notePaths: readonly string[]) => Promise<void>;
  /**
   * Erases claims, and the data of notes that have none left, from every table, and rewrites the whole file. With `clearIndexes` the indexes next to the tables
   * are emptied, and the next run fills them. History keeps the erased ids unless `keepsIds` is false.
   */
  readonly erase: (
    request: ErasureRequest & { readonly clearIndexes?: boolean; readonly keepsIds?: boolean },
    now?: Date,
  ) => Promise<void>;
}

/** Opens the claim store, and creates and migrates its database if necessary. Throws a `MemoraError` with a {@link StoreErrorCode}. */
export async function openClaimStore(options: OpenClaimStoreOptions): Promise<SqliteClaimStore> {
  const { path, codec } = options;
  // A reader hashes at most a few spans and writes no index: modules that take longer to load are skipped.
  const indexes = [...(options.readonly === true ? [] : await ownIndexes()), ...(options.indexes ?? [])];
  const hash = options.readonly === true ? defaultBlake3 : await fastBlake3();
  const db = openDatabase(path, options);
  try {
    const hasClearedIndex = options.readonly !== true && prepareIndexes(db, indexes);
    const { capture = false } = options;
    const changes =
      capture === false
        ? null
        : (await import('./publish/capture-changes.ts')).captureChanges(db, capture === true ? [] : capture);
    return createStore(
      { db, path, codec, indexes, hash, hasClearedIndex },
      options.readonly ?? false,
      changes,
    );
  } catch (error) {
    db.close();
    throw toStoreError(error, path);
  }
}

/** Returns the store's own indexes. */
async function ownIndexes(): Promise<readonly ClaimIndex[]> {
  const { relationIndex } = await import('./relating/relation-index.ts');
  const { changeIndex } = await import('./changes/change-index.ts');
  return [relationIndex, changeIndex];
}

async function fastBlake3(): Promise<Blake3> {
  const { loadBlake3 } = await import('../prepare/load-blake3.ts');
  return loadBlake3();
}

function createStore(
  base: Pick<StoreInternals, 'db' | 'path' | 'codec' | 'indexes'> & {
    hash: Blake3;
    hasClearedIndex: boolean;
  },
  readonly: boolean,
  changes: ChangeCapture | null,
): SqliteClaimStore {
  const { db, path, codec, hasClearedIndex } = base;
  // Loaded when a run first needs them: a question does not pay for code that writes.
  let internals: StoreInternals | null = null;
  const beginRun = async (options: IndexRunOptions): Promise<IndexRun> => {
    const { createIndexRun, openInternals } = await import('./write/index-writer.ts');
    return guarded(() => {
      internals ??= openInternals(base);
      return createIndexRun(internals, options);
    });
  };
  const assertWritable = (): void => {
    if (!readonly) return;
    throw storeError('DATABASE_READONLY', `${path} was opened for reading`, 'Open it for writing.');
  };
  const guarded = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw toStoreError(error, path);
    }
  };
  const read = async <Result>(work: () => Result): Promise<Result> => guarded(work);
  // Loaded lazily: a question needs no lists.
  const readList = async <Result>(work: (lists: typeof Lists) => Result): Promise<Result> => {
    const lists = await import('./read/read-lists.ts');
    return guarded(() => work(lists));
  };
  const close = async (): Promise<void> => {
    db.close();
  };
  return {
    path,
    readonly,
    codec,
    changes,
    database: db,
    graph: createGraphReader(db),
    indexStatus: createIndexStatus(db),
    hasClearedIndex,
    fileStates: (paths) => guarded(() => readFileStates(db, paths)),
    holdsSecrets: () => guarded(() => prepareQueryOnce(db, 'firstSealed').get() !== undefined),
    matchesSpan: (id, bytes) => guarded(() => matchesSpan(db, id, bytes, base.hash, codec)),
    getClaims: (ids, { asOf } = {}) => read((): Map<ClaimId, Claim> => readClaims(db, ids, codec, asOf)),
    isComplete: () => guarded(() => prepareValue(db, 'leastComplete').get() === 1),
    getClaimsByKey: (keys, { asOf } = {}) => guarded(() => readClaimsByKey(db, keys, codec, asOf)),
    prepareCandidates: (filter) => guarded(() => prepareCandidates(db, filter, codec)),
    fewPassing: (filter, most) => guarded(() => readFewPassing(db, filter, most)),
    findGone: (filter, limit) => guarded(() => findGone(db, filter, limit, codec)),
    listClaims: (filter = {}) => read(() => readClaimPage(db, filter, codec)),
    countClaims: (filter = {}) => read(() => countClaims(db, filter)),
    edges: (filter = {}) => read(() => readEdges(db, filter)),
    corroboration: (ids) => read(() => readCorroboration(db, ids)),
    notes: async (filter = {}) =>
      (await read(() => mayHaveNotes(db, filter))) ? readList(({ readNotes }) => readNotes(db, filter)) : [],
    noteHeads: (keys) => guarded(() => readNoteHeads(db, keys)),
    passingNotes: (filter, keys) => guarded(() => readPassingNotes(db, filter, keys)),
    noteKeyAt: (path) => guarded(() => prepareQuery(db, 'noteKeyAt').get(path)?.key),
    noteNames: (since) => read(() => readNoteNames(db, since)),
    failures: () => readList(({ readFailures }) => readFailures(db)),
    changelog: (filter = {}) => readList(({ readChangelog }) => readChangelog(db, filter)),
    stats: () => read(() => readStats(db)),
    runCounts: () => read(() => readRunCounts(db)),
    refusals: () => guarded(() => readRefusals(db)),
    contradictions: (decisions) => read(() => readContradictions(db, decisions, codec)),
    staleness: (decisions) => read(() => readStaleness(db, decisions)),
    fallout: (id) => read(() => readFallout(db, id)),
    pages: () => read(() => readDerivedPages(db)),
    writePage: async (page, now = new Date()) => {
      assertWritable();
      const { writeDerivedPage } = await import('./derived/write-derived-page.ts');
      const options = { now: now.getTime(), hash: base.hash };
      return guarded(() => db.transaction(() => writeDerivedPage(db, page, options)).immediate());
    },
    removePage: async (path) => {
      assertWritable();
      const { removeDerivedPage } = await import('./derived/write-derived-page.ts');
      guarded(() => db.transaction(() => removeDerivedPage(db, path)).immediate());
    },
    derive: async (derived, sources, now = new Date()) => {
      assertWritable();
      const { deriveClaim } = await import('./provenance/derive-claim.ts');
      guarded(() => db.transaction(() => deriveClaim(db, derived, sources, now.getTime())).immediate());
    },
    beginRun,
    check: () => read(() => checkDatabase(db, base.hash, codec)),
    repair: () =>
      read(() => {
        assertWritable();
        return repairDatabase(db);
      }),
    backup: (target) => read(() => backupDatabase(db, target)),
    transaction: (work) =>
      guarded(() => {
        assertWritable();
        try {
          return db.transaction(() => work(db)).immediate();
        } finally {
          internals?.terms.reset();
        }
      }),
    stampOf: (notePath) =>
      guarded(() => {
        const row = prepareQuery(db, 'stampOf').get(notePath);
        return row === undefined ? null : { size: row.size, mtimeMs: row.mtime, indexedAtMs: row.indexed_at };
      }),
    markClaims: async (verb, ids) => {
      const { markClaims } = await import('./secrets/mark-claims.ts');
      return guarded(() => markClaims(db, codec, verb, ids));
    },
    targetResolver: async () => {
      const { createTargetResolver } = await import('./write/resolve-targets.ts');
      return createTargetResolver(db, codec);
    },
    resolveLedger: async (entries) => {
      if (!entries.some(({ marks }) => marks !== undefined)) return [...entries];
      const { createTargetResolver } = await import('./write/resolve-targets.ts');
      const { resolveLedger } = await import('../ledger/resolve-ledger.ts');
      return guarded(() => resolveLedger(entries, createTargetResolver(db, codec)));
    },
    ownWords: () => guarded(() => readOwnWords(db)),
    planErasure: async (request) => {
      const { planErasure } = await import('./erase/plan-erasure.ts');
      return guarded(() => planErasure(db, request, codec));
    },
    unsettle: (paths) =>
      read(() => {
        assertWritable();
        prepareQuery(db, 'unsettleNotes').run(JSON.stringify(paths));
      }),
    erase: async (request, now = new Date()) => {
      assertWritable();
      const { eraseNow } = await import('./erase/erase-claims.ts');
      guarded(() => eraseNow(db, request, base.indexes, { now: now.getTime(), hash: base.hash }));
      internals?.terms.reset();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Creates the tables of the indexes. One with another version is cleared, and the next run fills it. Returns true if one was cleared. */
function prepareIndexes(db: Sqlite.Database, indexes: readonly ClaimIndex[]): boolean {
  if (indexes.length === 0) return false;
  const status = createIndexStatus(db);
  let hasCleared = false;
  db.transaction(() => {
    for (const index of indexes) {
      const version = status.versionOf(index.name);
      index.create(db, status);
      if (version === index.version) continue;
      if (version !== null) {
        index.clear(db);
        hasCleared = true;
      }
      prepareQuery(db, 'putIndex').run(index.name, index.version);
    }
  }).immediate();
  return hasCleared;
}
