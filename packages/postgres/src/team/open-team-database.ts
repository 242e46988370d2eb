import type { ConnectionSource } from '../connect/connection.ts';
import { type OpenPoolOptions, openPool } from '../connect/open-pool.ts';
import type { TeamAddress } from '../connect/read-address.ts';
import { checkDatabase } from '../schema/check-database.ts';

/** An open database of a team, checked before anything is read from it. */
export interface TeamDatabase extends AsyncDisposable {
  readonly source: ConnectionSource;
  /** The number of its schema. */
  readonly schema: number;
  readonly close: () => Promise<void>;
}

/**
 * Opens a team's database. Throws `TEAM_LOGIN_TOO_STRONG` for a login that no policy holds, `TEAM_POLICIES_ALTERED` where policies or functions
 * are not those of this version, `TEAM_SCHEMA_NEWER`, `TEAM_NOT_INITIALISED`, `TEAM_UNREACHABLE` and others of `TeamErrorCode`.
 */
export async function openTeamDatabase(
  address: TeamAddress | ConnectionSource,
  options: OpenPoolOptions = {},
): Promise<TeamDatabase> {
  const source = 'withConnection' in address ? address : openPool(address, options);
  try {
    const schema = await checkDatabase(source);
    return { source, schema, close: source.close, [Symbol.asyncDispose]: source.close };
  } catch (error) {
    await source.close();
    throw error;
  }
}
