export { type OpenTeamMemoryOptions, openTeamMemory } from './open-team-memory.ts';
export { openTelemetry, type Telemetry } from './open-telemetry.ts';
export type { Published, TeamFreshness, TeamMemories, TeamMemory } from './team-memory.ts';
export type { DecideTeam, TeamDecision, TeamWriting, TeamWritten, WriteTeamOptions } from './team-writing.ts';
