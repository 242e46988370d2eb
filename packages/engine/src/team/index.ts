export { type OpenTeamMemoryOptions, openTeamMemory, type TeamMemory } from './open-team-memory.ts';
