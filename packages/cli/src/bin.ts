#!/usr/bin/env node
/**
 * The bin. It uses only Node itself until the version is known to be sufficient: an older Node might not even
 * parse the other code, and the user would see a syntax error instead of an explanation.
 */
import { codeCacheFile, isOwnCacheFolder, loadChunks } from '@memora/privacy/files';
import { spareThreads } from './program/spare-threads.ts';

/** The file name of the chunk that exports `runBin`; the build puts it here. */
declare const ENTRY_CHUNK: string;

const NEEDED = [22, 12] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  process.stderr.write(
    `memora needs Node ${NEEDED.join('.')} or newer; this is Node ${process.versions.node}. Install a current Node from https://nodejs.org and run the command again.\n`,
  );
  // A hook that fails must not stop the person's work.
  process.exitCode = process.argv[3] === 'hook' ? 0 : 2;
} else {
  const args = process.argv.slice(2);
  spareThreads(args);
  const chosen = codeCacheFile(process.env, ...args);
  const cacheFile = chosen !== null && isOwnCacheFolder(chosen) ? chosen : null;
  const { runBin } = loadChunks(ENTRY_CHUNK, { folder: import.meta.dirname, cacheFile });
  await (runBin as () => Promise<void>)();
}
