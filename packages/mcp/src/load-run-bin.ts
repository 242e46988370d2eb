import { codeCacheFile, isOwnCacheFolder, loadChunks } from '@memora/privacy/files';
import type { runBin as RunBin } from './run-bin.ts';

/** The file name of the chunk that exports `runBin`, inserted by the build. */
declare const ENTRY_CHUNK: string;
/** By then a server has started. Some hosts kill it instead of ending it, so the code cache is written now. */
const STARTED_MS = 2_000;

/** The published `runBin`, in place of `run-bin.ts`: loaded as chunks with cached compiled code, for a vault and for a team. */
export const runBin: typeof RunBin = () => {
  const chosen = codeCacheFile(process.env, 'mcp', ...process.argv);
  const cacheFile = chosen !== null && isOwnCacheFolder(chosen) ? chosen : null;
  const folder = import.meta.dirname;
  const chunk = loadChunks(ENTRY_CHUNK, { folder, cacheFile, lastsFrom: STARTED_MS });
  return (chunk as { readonly runBin: typeof RunBin }).runBin();
};
