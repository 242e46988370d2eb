import { codeCacheFile, isOwnCacheFolder, loadChunks } from '@memora/privacy/files';
import type { serveTeam as ServeTeam } from './serve-team.ts';

/** The chunk that exports `serveTeam`; `bundle.config.ts` makes it. */
const TEAM_CHUNK = 'serve-team.cjs';
/** By then a server has started, and is killed by whoever lets nothing end well. */
const STARTED_MS = 2_000;

/** The `serveTeam` of what is published, where it stands in the place of `serve-team.ts`: loaded as chunks whose compiled code is kept. */
export const serveTeam: typeof ServeTeam = (options) => {
  const chosen = codeCacheFile(process.env, 'team');
  const cacheFile = chosen !== null && isOwnCacheFolder(chosen) ? chosen : null;
  const folder = import.meta.dirname;
  const chunk = loadChunks(TEAM_CHUNK, { folder, cacheFile, lastsFrom: STARTED_MS });
  return (chunk as { readonly serveTeam: typeof ServeTeam }).serveTeam(options);
};
