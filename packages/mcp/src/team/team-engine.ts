/**
 * What a team's server needs first: its settings, and its database, which connects while the rest is loaded. Loaded only with `--team`: the user installs the
 * database driver.
 */
export { loadConfig } from '@memora/engine/config';
export {
  listAllowedEmbedders,
  openTeamSealing,
  openTelemetry,
  readTeamPlace,
  teamWorkerFolder,
} from '@memora/engine/team';
export { auditAll, isGauge, openNotices, openPool, openTeamDatabase } from '@memora/postgres';
export { readEmbeddings, readQueue } from '@memora/postgres/internal';
