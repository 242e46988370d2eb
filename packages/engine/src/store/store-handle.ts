import {
  type ClaimIndex,
  type ClaimReader,
  openClaimStore,
  type SqliteClaimStore,
  type SqliteDriver,
} from '@memora/claims';
import {
  type DatabaseMark,
  prepareWriteCounts,
  readDatabaseMark,
  writeDatabaseMark,
} from '@memora/claims/internal';
import { MemoraError } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { folderOf, hideFromGit, placeAt } from '@memora/privacy/files';
import { statOrNull } from '../indexing/stat-or-null.ts';
import { MemoryError, memoryClosed } from '../memory-error.ts';
import {
  describeAside,
  isInMemoraFolder,
  type OwnDatabase,
  setDatabaseAside,
  unknownDatabase,
} from './own-database.ts';

/** The claim store of a memory, opened on first use. */
export interface StoreHandle {
  /** A store that can be read. Throws `NOT_INDEXED` if there is no database yet. */
  readonly read: () => Promise<SqliteClaimStore>;
  /** The same, with the vault's key. A reader needs the key only if there are secrets. */
  readonly readWithKey: () => Promise<SqliteClaimStore>;
  /** A writable store; creates the database if there is none. */
  readonly write: () => Promise<SqliteClaimStore>;
  /** A store for reading: the database, or an empty one in memory if there is none. */
  readonly readOrEmpty: () => Promise<SqliteClaimStore>;
  /** A text that changes after each commit of any connection; null if there is no database. */
  readonly revision: () => Promise<string | null>;
  /** A copy of the database at another path. The caller writes and closes it. */
  readonly openCopy: (path: string) => Promise<SqliteClaimStore>;
  /** True if there is a database, of any owner. */
  readonly exists: () => Promise<boolean>;
  /** The notices about a database that this installation did not write, in sentences. */
  readonly notices: () => readonly string[];
  /** Closes the open store; the next call opens it again. */
  readonly close: () => Promise<void>;
  /** Closes it permanently: every further call throws `MEMORY_CLOSED`. */
  readonly end: () => Promise<void>;
}

/** The options of a store handle. */
interface StoreHandleOptions {
  readonly path: string;
  readonly vault: string;
  /** Decides who owns the database. One that this installation did not write is not opened. */
  readonly own: OwnDatabase;
  readonly codec: () => Promise<SecretCodec | undefined>;
  /** The driver that opens a file; undefined for SQLite's own. */
  readonly driver: (path: string) => Promise<SqliteDriver | undefined>;
  /**
   * Converts the database to the configured form before it is written; returns what was done, in sentences.
   * `alone` is awaited before the database is replaced, because nothing in this process may have it open
   * then.
   */
  readonly settle: (alone: () => Promise<void>) => Promise<readonly string[]>;
  /** Opened with the first writable store, because a reader needs none. */
  readonly indexes: () => Promise<readonly ClaimIndex[]>;
}

/**
 * Opens read-only until the first write; then the writer serves reads too. The reader stays open until the
 * handle is closed, because a query may still be running on it.
 */
export function createStoreHandle({
  path,
  vault,
  own,
  codec,
  driver,
  settle,
  indexes,
}: StoreHandleOptions): StoreHandle {
  let opened = 0;
  let open: { store: Promise<SqliteClaimStore>; writable: boolean } | null = null;
  const retired: Promise<SqliteClaimStore>[] = [];
  const told: string[] = [];
  let writer: Promise<SqliteClaimStore> | null = null;
  let isEnded = false;
  const refuseEnded = () => {
    if (isEnded) throw memoryClosed();
  };
  const fileAt = async (at: string) => {
    const own = at === ':memory:' ? undefined : await driver(at);
    return { path: at, ...(own === undefined ? {} : { driver: own }) };
  };
  const openAt = async (at: string, readonly: boolean) => {
    if (readonly) return openReader(at);
    const sealed = await codec();
    return openClaimStore({
      ...(await fileAt(at)),
      indexes: await indexes(),
      ...(sealed === undefined ? {} : { codec: sealed }),
    });
  };
  /** Most vaults contain no secret, and opening the key takes longer than opening the database. */
  const openReader = async (at: string) => {
    const store = await openClaimStore({ ...(await fileAt(at)), readonly: true });
    if (!store.holdsSecrets()) return store;
    await store.close();
    return openReaderWithKey(at);
  };
  const openReaderWithKey = async (at: string) => {
    const sealed = await codec();
    return openClaimStore({
      ...(await fileAt(at)),
      readonly: true,
      ...(sealed === undefined ? {} : { codec: sealed }),
    });
  };
  /** Reopens a reader if another process has written the first secret since. */
  const refresh = async (known: Promise<SqliteClaimStore>) => {
    const reader = await known;
    if (reader.codec !== undefined || !reader.holdsSecrets() || (await codec()) === undefined) return reader;
    if (open?.store !== known) return open === null ? reader : open.store;
    retired.push(known);
    return keep(false, openReaderWithKey(path));
  };
  const keep = (writable: boolean, store: Promise<SqliteClaimStore>) => {
    // The handle was closed while the store was being opened.
    if (isEnded) void store.then((opened) => opened.close()).catch(() => undefined);
    refuseEnded();
    open = { store, writable };
    opened++;
    // The next call retries a store that failed to open.
    store.catch(() => {
      if (open?.store === store) open = null;
    });
    return store;
  };
  const close = async () => {
    const closing = [...retired.splice(0), ...(open === null ? [] : [open.store])];
    open = null;
    await Promise.all(closing.map(async (opened) => (await opened).close()));
  };
  const openedMeanwhile = () => open?.store;
  const read = async () => {
    refuseEnded();
    if (open !== null) return open.writable ? open.store : refresh(open.store);
    const standing = await own.standing(path);
    if (standing === 'absent') throw notIndexed(vault);
    if (standing === 'unknown') throw unknownDatabase(path);
    // Another caller may have opened it meanwhile.
    return openedMeanwhile() ?? keep(false, openAt(path, true));
  };
  /** Another installation's database is set aside first, and the new one in its place is marked. */
  const openWriter = async () => {
    if ((await own.standing(path)) === 'unknown') {
      if (!isInMemoraFolder(path)) throw unknownDatabase(path);
      told.push(describeAside(setDatabaseAside(path)));
    }
    const mark = (await own.markOf(path)) ?? (await own.markNew(path));
    told.push(...(await settle(close)));
    if (open !== null) retired.push(open.store);
    const store = await keep(true, openAt(path, false));
    keepOutOfGit(path);
    if (mark !== null) keepMarkInside(store, mark);
    return store;
  };
  return {
    read,
    readWithKey: async () => {
      const opened = await read();
      if (opened.codec !== undefined || (await codec()) === undefined) return opened;
      if (open !== null) retired.push(open.store);
      return keep(false, openReaderWithKey(path));
    },
    write: async () => {
      refuseEnded();
      if (open?.writable === true) return open.store;
      writer ??= openWriter().finally(() => {
        writer = null;
      });
      return writer;
    },
    notices: () => told,
    revision: async () => {
      refuseEnded();
      if (open === null && (await own.standing(path)) !== 'ours') return null;
      const reader = await read().catch(nullWhileMade);
      if (reader === null) return null;
      return [opened, ...prepareWriteCounts(reader.database)()].join(' ');
    },
    openCopy: (copy) => openAt(copy, false),
    exists: async () => {
      // An open database was checked before. While its file exists, its owner does not matter here.
      const isThere = open !== null && isOwnFile(path);
      const standing = isThere ? 'ours' : await own.standing(path);
      // A damaged database exists.
      return standing === 'ours'
        ? (await read()
            .catch(nullWhileMade)
            .catch(() => 'damaged')) !== null
        : standing !== 'absent';
    },
    readOrEmpty: async () => {
      refuseEnded();
      if (open !== null && (open.writable || (await open.store).codec !== undefined)) return open.store;
      // Without the key, it is unknown in which form a secret would be written.
      if (open !== null) retired.push(open.store);
      const isOurs = (await own.standing(path)) === 'ours';
      return keep(false, isOurs ? openReaderWithKey(path) : openAt(':memory:', false));
    },
    close,
    end: () => {
      isEnded = true;
      return close();
    },
  };
}

/** A reader that opens the store when it is first called. */
export function createLazyReader(read: () => Promise<ClaimReader>): ClaimReader {
  return {
    getClaims: async (ids, options) => (await read()).getClaims(ids, options),
    listClaims: async (filter) => (await read()).listClaims(filter),
    countClaims: async (filter) => (await read()).countClaims(filter),
    edges: async (filter) => (await read()).edges(filter),
    corroboration: async (ids) => (await read()).corroboration(ids),
    notes: async (filter) => (await read()).notes(filter),
    noteNames: async (since) => (await read()).noteNames(since),
    failures: async () => (await read()).failures(),
    changelog: async (filter) => (await read()).changelog(filter),
    stats: async () => (await read()).stats(),
    contradictions: async (decisions) => (await read()).contradictions(decisions),
    staleness: async (decisions) => (await read()).staleness(decisions),
    fallout: async (id) => (await read()).fallout(id),
    pages: async () => (await read()).pages(),
  };
}

/** Stores a database's mark inside it, so that a restored copy shows its owner. A damaged database is not changed. */
function keepMarkInside(store: SqliteClaimStore, mark: DatabaseMark): void {
  try {
    if (readDatabaseMark(store.database)?.mark !== mark.mark) writeDatabaseMark(store.database, mark);
  } catch (error) {
    if (!/^SQLITE_(?:CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(String((error as { code?: unknown }).code)))
      throw error;
  }
}

/** Derived files do not belong in a repository, so `.memora/` has its own `.gitignore`. */
function keepOutOfGit(path: string): void {
  const folder = folderOf(placeAt(path));
  if (folder.parts.at(-1) === '.memora') hideFromGit(folder);
}

/** True for a regular file with only one name. */
function isOwnFile(path: string): boolean {
  const found = statOrNull(path);
  return found?.isFile() === true && found.nlink === 1;
}

/** Another process has created the file but not its tables yet. */
function nullWhileMade(error: unknown): null {
  if (MemoraError.isInstance(error) && error.code === 'DATABASE_MISSING') return null;
  throw error;
}

function notIndexed(vault: string): MemoraError {
  return new MemoryError(`nothing is indexed yet in ${vault}`, {
    code: 'NOT_INDEXED',
    hint: `Run \`memora index --vault ${vault}\` first, or \`await memory.index()\` in a program.`,
  });
}
