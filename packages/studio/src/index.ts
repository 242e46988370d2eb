export { serveStudio } from './serve-studio.ts';
export type { Agent, StudioDesk } from './studio-desk.ts';
export { StudioError, type StudioErrorCode } from './studio-error.ts';
export type { StudioOptions, StudioServer } from './studio-server.ts';
export type { TeamSource } from './team/team-source.ts';
