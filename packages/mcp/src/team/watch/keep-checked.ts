import { MemoraError } from '@memora/core';
import type { TeamDatabase } from '@memora/postgres';
import { describeForLog } from '../../protocol/to-tool-error.ts';

interface KeepCheckedOptions {
  /** Opens the database, and checks it. */
  readonly open: () => Promise<TeamDatabase>;
  readonly log: (line: string) => void;
  /** Milliseconds of a clock that never goes back. */
  readonly clock?: () => number;
}

/** A database that is open as long as a server, and is not trusted for good. */
interface CheckedDatabase {
  /** The database as it was checked last. Rejects where it was never reached, and where it must not be relied on. */
  readonly open: () => Promise<TeamDatabase>;
  /** Makes a check now, for somebody who wants to know; what comes of it counts here too. */
  readonly check: () => Promise<TeamDatabase>;
}

/** A call that finds an older check makes another one, and does not wait for it. */
const CHECKED_MS = 30_000;
/** Between two tries to open what could not be opened. */
const AGAIN_MS = 1_000;
/** Nothing is read from a database of which a check says this, though it answers. */
const DISTRUSTED: ReadonlySet<string> = new Set([
  ...['TEAM_SCHEMA_NEWER', 'TEAM_SCHEMA_OLDER', 'TEAM_NOT_INITIALISED'],
  ...['TEAM_POLICIES_ALTERED', 'TEAM_LOGIN_TOO_STRONG', 'TEAM_RIGHTS_MISSING'],
]);

/** Opens a database when it is first asked for, again where that failed, and checks it while it is used: it may be altered or upgraded beneath. */
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
      // What is open goes on, unless its schema is another one now.
      if (database?.schema !== found.schema) database = found;
      refusal = null;
      said = '';
      return database ?? found;
    } catch (error) {
      const code = MemoraError.isInstance(error) ? error.code : describeForLog(error);
      if (database === null || DISTRUSTED.has(code)) refusal = { error };
      // What lasts is told once.
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
