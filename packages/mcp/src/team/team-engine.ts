/**
 * What the server of a team begins with: its settings, and its database, which is reached while the rest is loaded. Loaded with `--team` alone: the
 * driver of the database is the user's to install.
 */
export { loadConfig } from '@memora/engine/config';
export { openTeamSealing, openTelemetry, readTeamPlace, teamWorkerFolder } from '@memora/engine/team';
export { auditAll, isGauge, openNotices, openPool, openTeamDatabase } from '@memora/postgres';
export { readQueue } from '@memora/postgres/internal';
