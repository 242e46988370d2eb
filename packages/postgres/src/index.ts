export type { Connection, ConnectionSource } from './connect/connection.ts';
export { type OpenPoolOptions, openPool } from './connect/open-pool.ts';
export {
  type ReadAddressOptions,
  readAddress,
  type TeamAddress,
} from './connect/read-address.ts';
export type { TeamErrorCode } from './connect/team-error.ts';
export {
  type InitTeamOptions,
  initTeam,
  migrateTeam,
  type TeamSetUp,
} from './schema/migrate.ts';
export { openTeamDatabase, type TeamDatabase } from './team/open-team-database.ts';
