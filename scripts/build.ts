/**
 * Builds packages through turbo: `node scripts/build.ts [package …]`, or all of them without arguments. It is quiet
 * unless the build fails, and prints to stderr, so that stdout belongs to the next command. Telemetry is off.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { COLLECT_LATE } from './collect-late.ts';
import { writeNotices } from './third-party.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const filters = process.argv.slice(2).map((name) => `--filter=${name}...`);
const turbo = fileURLToPath(new URL('../node_modules/turbo/bin/turbo', import.meta.url));
const run = spawnSync(
  process.execPath,
  [turbo, 'run', 'build', ...filters, '--output-logs=errors-only', '--no-update-notifier'],
  {
    cwd: root,
    encoding: 'utf8',
    env: { ...COLLECT_LATE, ...process.env, TURBO_TELEMETRY_DISABLED: '1', FORCE_COLOR: '0' },
    maxBuffer: 64 * 1024 * 1024,
  },
);
if (run.status !== 0) {
  process.stderr.write(`${run.stdout ?? ''}${run.stderr ?? ''}`);
  process.stderr.write(`build failed${run.error === undefined ? '' : `: ${run.error.message}`}\n`);
  process.exit(run.status ?? 1);
}
writeNotices();
