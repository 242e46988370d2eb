/** What the server of a team is made of. Loaded with `--team` alone: the driver of the database is the user's to install. */
export { loadConfig } from '@memora/engine/config';
export {
  createScopeUpkeep,
  openTeamMemory,
  openTeamSealing,
  openTelemetry,
  openWorkerEmbedder,
  readTeamPlace,
  teamWorkerFolder,
} from '@memora/engine/team';
export {
  audit,
  auditWithin,
  createAuditExpiry,
  createKeptStores,
  openNotices,
  openPool,
  openTeamDatabase,
  runWorkerOnce,
} from '@memora/postgres';
