#!/usr/bin/env node
/**
 * The bin. It imports nothing until the Node version is checked. An older Node might not even parse the rest,
 * and the user would see a syntax error instead of an explanation.
 */
const NEEDED = [22, 12] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  process.stderr.write(
    `memora-mcp needs Node ${NEEDED.join('.')} or newer; this is Node ${process.versions.node}. Install a current Node from https://nodejs.org and start the server again.\n`,
  );
  process.exitCode = 2;
} else {
  const { runBin } = await import('./run-bin.ts');
  await runBin();
}
