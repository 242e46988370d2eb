import { codeCacheFile, isOwnCacheFolder, loadChunks } from '@memora/privacy/files';
import type { runBin as RunBin } from './run-bin.ts';

/** The file name of the chunk that exports `runBin`; the build puts it here. */
declare const ENTRY_CHUNK: string;
/** By then a server has started, and is killed by whoever lets nothing end well. */
const STARTED_MS = 2_000;

/** The `runBin` of what is published, in the place of `run-bin.ts`: loaded as chunks whose compiled code is kept, for a vault and for a team. */
export const runBin: typeof RunBin = () => {
  const chosen = codeCacheFile(process.env, 'mcp', ...process.argv);
  const cacheFile = chosen !== null && isOwnCacheFolder(chosen) ? chosen : null;
  const folder = import.meta.dirname;
  const chunk = loadChunks(ENTRY_CHUNK, { folder, cacheFile, lastsFrom: STARTED_MS });
  return (chunk as { readonly runBin: typeof RunBin }).runBin();
};
