export { serveStudio } from './serve-studio.ts';
export type { StudioOptions, StudioServer } from './studio-server.ts';
