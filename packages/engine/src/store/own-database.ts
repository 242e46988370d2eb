import { randomBytes } from 'node:crypto';
import type { SqliteDriver } from '@memora/claims';
import type { DatabaseMark } from '@memora/claims/internal';
import {
  besides,
  DATABASE_PARTS,
  fillFile,
  folderOf,
  inspectDatabase,
  moveAside,
  type Place,
  pathOf,
  placeAt,
  readPlainText,
  removeFile,
  throwIfPassing,
} from '@memora/privacy/files';
import type { Installation } from '@memora/privacy/installation';
import { MemoryError } from '../memory-error.ts';

/** The owner of a database: none yet, this installation, or another vault or machine. */
type DatabaseStanding = 'absent' | 'ours' | 'unknown';

/**
 * Decides by a mark under the installation's key, in a file next to a database, whether this installation wrote the database. One that it did not write is
 * never opened, not even by SQLite. The mark has its own file, so that the database does not have to be read.
 */
export interface OwnDatabase {
  readonly standing: (path: string) => Promise<DatabaseStanding>;
  /** The mark of our database at a path; null if there is none, or if this machine cannot make marks. */
  readonly markOf: (path: string) => Promise<DatabaseMark | null>;
  /** Makes a mark for a new database at a path; null if this machine can't make marks. */
  readonly markNew: (path: string) => Promise<DatabaseMark | null>;
  /** Stores the mark next to a database of this installation that replaced another. */
  readonly keepMark: (path: string, mark: DatabaseMark) => void;
  /** True if a mark was made by this installation. */
  readonly isOurs: (mark: DatabaseMark | null) => Promise<boolean>;
}

const KIND = 'database';

/** `open` returns the installation, or null if the user has no folder for its key. Then every database counts as ours. */
export function createOwnDatabase(open: () => Promise<Installation | null>): OwnDatabase {
  const markOf = async (path: string) => {
    const installation = await open();
    const kept = readMark(markPlace(path));
    return installation !== null && kept !== null && installation.isOurs(KIND, kept.id, kept.mark)
      ? kept
      : null;
  };
  return {
    markOf,
    standing: async (path) => {
      if (!inspectDatabase(placeAt(path))) return 'absent';
      if ((await open()) === null) return 'ours';
      return (await markOf(path)) === null ? 'unknown' : 'ours';
    },
    markNew: async (path) => {
      const installation = await open();
      if (installation === null) return null;
      const id = randomBytes(16).toString('hex');
      const mark = { id, mark: installation.mark(KIND, id) };
      keep(path, mark);
      return mark;
    },
    keepMark: keep,
    isOurs: async (mark) => {
      const installation = await open();
      return installation === null || (mark !== null && installation.isOurs(KIND, mark.id, mark.mark));
    },
  };
}

function keep(path: string, mark: DatabaseMark): void {
  fillFile(markPlace(path), `${JSON.stringify(mark)}\n`);
}

function markPlace(path: string): Place {
  const place = placeAt(path);
  return besides(place, `${place.parts.at(-1)}.mark`);
}

function readMark(place: Place): DatabaseMark | null {
  try {
    const { id, mark } = JSON.parse(readPlainText(place, 4096) ?? 'null') as DatabaseMark;
    return typeof id === 'string' && typeof mark === 'string' ? { id, mark } : null;
  } catch (error) {
    // Without it, this installation's own database would count as another user's.
    throwIfPassing(error);
    return null;
  }
}

/** Moves a database that is not ours aside, with SQLite's files next to it. Returns its new path. */
export function setDatabaseAside(path: string, now = new Date()): string {
  const place = placeAt(path);
  const name = place.parts.at(-1);
  const aside = `${name}.unknown-${now.toISOString().replace(/[:.]/g, '')}`;
  for (const part of DATABASE_PARTS)
    moveAside(besides(place, `${name}${part}`), besides(place, `${aside}${part}`));
  removeFile(markPlace(path));
  return pathOf(besides(place, aside));
}

/** The notice about a database that was set aside: one sentence, and the remedy if it belongs to the user. */
export function describeAside(aside: string): string {
  return (
    `the database of this vault was not written by this installation of Memora: it is kept as ${aside}, and a new one is made from the ` +
    `notes; if it is yours (another machine, a home that moved), \`memora restore ${aside} --unknown\` brings back its history`
  );
}

/** True if a database is in a `.memora/`. Otherwise the user chose its place and must move it. */
export function isInMemoraFolder(path: string): boolean {
  return folderOf(placeAt(path)).parts.at(-1) === '.memora';
}

/** The error for a reader of another installation's database. */
export function unknownDatabase(path: string): MemoryError<'DATABASE_UNKNOWN'> {
  return new MemoryError(`${path} was not written by this installation of Memora and is not opened`, {
    code: 'DATABASE_UNKNOWN',
    hint: 'Run `memora index`: it sets the file aside and makes a new one. If it is yours, `memora restore FILE --unknown` accepts it.',
  });
}

/** The mark inside a backup. Throws `BACKUP_INVALID`. */
export async function readBackupMark(
  backup: string,
  driver: SqliteDriver | undefined,
): Promise<DatabaseMark | null> {
  const { openBackup, readDatabaseMark } = await import('@memora/claims/internal');
  const db = openBackup(backup, driver);
  try {
    return readDatabaseMark(db);
  } finally {
    db.close();
  }
}
