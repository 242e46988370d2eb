import { MemoraError } from '@memora/core';
import type { TeamDatabase } from '@memora/postgres';
import { describeForLog } from '../../protocol/to-tool-error.ts';

interface KeepCheckedOptions {
  /** Opens the database, and checks it. */
  readonly open: () => Promise<TeamDatabase>;
  readonly log: (line: string) => void;
  /** Milliseconds of a monotonic clock. */
  readonly clock?: () => number;
}

/** A database that stays open as long as the server, and is checked repeatedly. */
interface CheckedDatabase {
  /** The database as last checked. Rejects if it was never reached, or must not be relied on. */
  readonly open: () => Promise<TeamDatabase>;
  /** Runs a check now; its result is used by `open` too. */
  readonly check: () => Promise<TeamDatabase>;
}

/** A call that finds an older check starts a new one, and does not wait for it. */
const CHECKED_MS = 30_000;
/** The time between two attempts to open the database. */
const AGAIN_MS = 1_000;
/** If the database has one of these errors, nothing is read from it, even if it answers. */
const DISTRUSTED: ReadonlySet<string> = new Set([
  ...['TEAM_SCHEMA_NEWER', 'TEAM_SCHEMA_OLDER', 'TEAM_NOT_INITIALISED'],
  ...['TEAM_POLICIES_ALTERED', 'TEAM_LOGIN_TOO_STRONG', 'TEAM_RIGHTS_MISSING'],
]);

/**
 * Opens a database on first use, and again if that failed. Checks it during use, because it may be altered or
 * upgraded at any time.
 */
export function keepChecked({
  open,
  log,
  clock = () => performance.now(),
}: KeepCheckedOptions): CheckedDatabase {
  let database: TeamDatabase | null = null;
  let refusal: { readonly error: unknown } | null = null;
  let tried = Number.NEGATIVE_INFINITY;
  let said = '';
  let pending: Promise<TeamDatabase> | null = null;

  const make = async (): Promise<TeamDatabase> => {
    tried = clock();
    try {
      const found = await open();
      // The open database is kept, unless its schema has changed.
      if (database?.schema !== found.schema) database = found;
      refusal = null;
      said = '';
      return database ?? found;
    } catch (error) {
      const code = MemoraError.isInstance(error) ? error.code : describeForLog(error);
      if (database === null || DISTRUSTED.has(code)) refusal = { error };
      // A lasting error is logged once.
      if (code !== said) log(`database: ${code}`);
      said = code;
      throw error;
    }
  };
  const check = (): Promise<TeamDatabase> => {
    pending ??= make().finally(() => {
      pending = null;
    });
    return pending;
  };
  return {
    check,
    open: async () => {
      const age = clock() - tried;
      if (database !== null && refusal === null) {
        if (age > CHECKED_MS) check().catch(() => undefined);
        return database;
      }
      if (refusal !== null && age < AGAIN_MS) throw refusal.error;
      return check();
    },
  };
}
