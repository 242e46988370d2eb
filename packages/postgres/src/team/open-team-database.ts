import { MemoraError } from '@memora/core';
import type { ConnectionSource } from '../connect/connection.ts';
import { type OpenPoolOptions, openPool } from '../connect/open-pool.ts';
import type { TeamAddress } from '../connect/read-address.ts';
import { checkDatabase } from '../schema/check-database.ts';

/** An open team database, checked before anything is read from it. */
export interface TeamDatabase extends AsyncDisposable {
  readonly source: ConnectionSource;
  /** A read replica for questions; null if none is configured. If it lags or is unreachable, the primary is asked. */
  readonly replica: ConnectionSource | null;
  /** The number of its schema. */
  readonly schema: number;
  readonly close: () => Promise<void>;
}

interface OpenTeamDatabaseOptions extends OpenPoolOptions {
  /** A server that follows the database, such as a standby with streaming replication. Questions are sent to it. */
  readonly replica?: TeamAddress | ConnectionSource | undefined;
}

/**
 * Opens a team's database. Throws `TEAM_LOGIN_TOO_STRONG` for a login that bypasses row-level security, `TEAM_POLICIES_ALTERED` if policies or functions
 * differ from this version's, `TEAM_SCHEMA_NEWER`, `TEAM_NOT_INITIALISED`, `TEAM_UNREACHABLE` and others of `TeamErrorCode`.
 */
export async function openTeamDatabase(
  address: TeamAddress | ConnectionSource,
  { replica: follower, ...options }: OpenTeamDatabaseOptions = {},
): Promise<TeamDatabase> {
  const toSource = (each: TeamAddress | ConnectionSource) =>
    'withConnection' in each ? each : openPool(each, options);
  const source = toSource(address);
  const replica = follower === undefined ? null : toSource(follower);
  const close = async () => {
    await source.close();
    await replica?.close();
  };
  try {
    const schema = await checkDatabase(source);
    if (replica !== null) await checkReplica(replica);
    return { source, replica, schema, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Row-level security must apply there too. An unreachable replica is used once it is back, because it is a copy of the checked database. */
async function checkReplica(replica: ConnectionSource): Promise<void> {
  try {
    await checkDatabase(replica);
  } catch (error) {
    if (!MemoraError.isInstance(error) || error.code !== 'TEAM_UNREACHABLE') throw error;
  }
}
