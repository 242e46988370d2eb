/**
 * Installs what a command needs, where it is not installed yet: `node scripts/install-first.mjs [project]`, the whole workspace without a project,
 * else that project's own dependencies alone. JavaScript, because any Node that has npm has to run it: the one that runs everything else comes with
 * the installation.
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
  // A part that is installed takes out what it does not need: where all is there, all of it is brought up to date.
  const isWhole = standing.installed === WHOLE || existsSync(new URL('node_modules/vitest', root));
  const part = wanted === WHOLE || isWhole ? [] : ['--prod', '--filter', wanted];
  const [command, first] = pnpm();
  const { status, error } = spawnSync(command, [...first, 'install', '--frozen-lockfile', ...part], {
    cwd: fileURLToPath(root),
    // Standard output is the command's own.
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

/** The pnpm that runs this, else the one that npm gets. */
function pnpm() {
  const path = process.env['npm_execpath'] ?? '';
  if (!path.includes('pnpm')) return ['npx', ['-y', 'pnpm@12']];
  return /\.[cm]?js$/.test(path) ? [process.execPath, [path]] : [path, []];
}
