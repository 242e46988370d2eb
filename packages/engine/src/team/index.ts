export { openTeamSealing } from '@memora/postgres';
export { followUploads, readUploads } from './documents/follow-uploads.ts';
export { readUpload, UPLOAD_LIMITS } from './documents/read-upload.ts';
export { receiveDocument } from './documents/receive-document.ts';
export { createScopeUpkeep, type TidyMemories } from './exits/create-scope-upkeep.ts';
export { type AllowedEmbedder, listAllowedEmbedders } from './exits/open-embedders.ts';
export { openWorkerEmbedders } from './exits/open-worker-embedders.ts';
export { type OpenTeamMemoryOptions, openTeamMemory } from './open-team-memory.ts';
export { openTelemetry, type Telemetry } from './open-telemetry.ts';
export {
  readTeamPlace,
  type TeamPlace,
  type TeamSurroundings,
  teamWorkerFolder,
} from './read-team-place.ts';

export type { Published, TeamFreshness, TeamMemories, TeamMemory } from './team-memory.ts';
export { followEmbeddings } from './worker/follow-embeddings.ts';
export { runLargeRounds } from './worker/run-large-rounds.ts';
export {
  type LargeRounds,
  type StartLargeRoundsOptions,
  startLargeRounds,
} from './worker/start-large-rounds.ts';
export type {
  DecideTeam,
  TeamDecision,
  TeamWriting,
  TeamWritten,
  WriteTeamOptions,
} from './writing/team-writing.ts';
