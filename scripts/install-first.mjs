/**
 * Installs the dependencies of a command if they are missing: `node scripts/install-first.mjs [project]`, for
 * the whole workspace, or only for one project. It is JavaScript because any Node with npm must be able to
 * run it. The Node for everything else comes with the installation.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const WHOLE = 'whole';
const root = new URL('../', import.meta.url);
const stamp = new URL('node_modules/.memora-installed.json', root);
const wanted = process.argv[2] ?? WHOLE;
const hash = createHash('sha256');
for (const name of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(new URL(name, root)));
const state = hash.digest('hex');
const standing = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : {};

if (standing.state !== state || ![wanted, WHOLE].includes(standing.installed)) {
  // Installing one project removes packages that it does not need, so a complete installation is always updated as a whole.
  const isWhole = standing.installed === WHOLE || existsSync(new URL('node_modules/vitest', root));
  const part = wanted === WHOLE || isWhole ? [] : ['--prod', '--filter', wanted];
  const [command, first] = pnpm();
  const { status, error } = spawnSync(command, [...first, 'install', '--frozen-lockfile', ...part], {
    cwd: fileURLToPath(root),
    // Standard output belongs to the command.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32' && command === 'npx',
  });
  if (status !== 0) {
    process.stderr.write(
      `the dependencies do not install${error === undefined ? '' : `: ${error.message}`}\n`,
    );
    process.exit(status ?? 1);
  }
  mkdirSync(new URL('./', stamp), { recursive: true });
  writeFileSync(stamp, `${JSON.stringify({ state, installed: part.length === 0 ? WHOLE : wanted })}\n`);
}

/** The pnpm that runs this, or one that npm downloads. */
function pnpm() {
  const path = process.env['npm_execpath'] ?? '';
  if (!path.includes('pnpm')) return ['npx', ['-y', 'pnpm@12']];
  return /\.[cm]?js$/.test(path) ? [process.execPath, [path]] : [path, []];
}
