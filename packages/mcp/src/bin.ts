#!/usr/bin/env node
/**
 * The bin. It imports nothing but Node itself until the version is known to be enough: on an older Node the
 * rest might not even parse, and a person should read a sentence, not a syntax error.
 */
import * as nodeModule from 'node:module';
import { dirname } from 'node:path';

const NEEDED = [22, 12] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  process.stderr.write(
    `memora-mcp needs Node ${NEEDED.join('.')} or newer; this is Node ${process.versions.node}. Install a current Node from https://nodejs.org and start the server again.\n`,
  );
  process.exitCode = 2;
} else {
  // Keeps compiled code between runs, in the user's cache folder; half of a start-up would be compiling. In the temporary folder others
  // could lay down code for us to run.
  const { codeCacheFile, isOwnCacheFolder } = await import('./code-cache.ts');
  const cacheFile = codeCacheFile(process.env, 'serve');
  if (cacheFile !== null && isOwnCacheFolder(cacheFile)) nodeModule.enableCompileCache?.(dirname(cacheFile));
  // Clients often kill their servers, and a killed process writes no cache at its end.
  setTimeout(() => nodeModule.flushCompileCache?.(), 1_000).unref();
  const { runBin } = await import('./run-bin.ts');
  await runBin();
}
