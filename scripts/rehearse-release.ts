/**
 * Rehearses a release of the last commit: `node scripts/rehearse-release.ts [installer …]`. Makes the versions and the packages in a clean clone, as the release workflow does, and
 * installs them into empty projects with npm, pnpm, Yarn and Bun, or with the installers named. Publishes nothing and changes nothing here. Exits 1 if a step fails.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const installers = process.argv.length > 2 ? process.argv.slice(2) : ['npm', 'pnpm 12', 'Yarn 4', 'Bun'];
const work = mkdtempSync(join(tmpdir(), 'memora-release-'));
const clone = join(work, 'memora');
try {
  run('clone the last commit', ['git', 'clone', '--quiet', root, clone], root);
  run('install what the lock file names', [
    'npx',
    '-y',
    'pnpm@12',
    'install',
    '--frozen-lockfile',
    '--prefer-offline',
  ]);
  run('make versions and changelogs', ['node', 'scripts/make-version.ts']);
  run('build and pack', ['npx', '-y', 'pnpm@12', 'packed']);
  checkTarballs();
  run(
    'install what was packed',
    ['node', 'scripts/install-matrix.ts', ...installers.map((name) => `install: ${name}`), 'demo'],
    clone,
    'inherit',
  );
  console.log('rehearsal: every step works; nothing was published');
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 3 });
}

/**
 * Every package has a tarball of its new version, which contains its changelog, its licence and its README,
 * and names its siblings by exactly that version.
 */
function checkTarballs(): void {
  const tarballs = readdirSync(join(clone, 'packed')).sort();
  for (const file of tarballs) {
    const list = run('', ['tar', '-tzf', file], join(clone, 'packed'));
    const manifest = JSON.parse(
      run('', ['tar', '-xzOf', file, 'package/package.json'], join(clone, 'packed')),
    ) as {
      name: string;
      version: string;
      dependencies?: Record<string, string>;
    };
    const missing = ['README.md', 'LICENSE'].filter((name) => !list.includes(`package/${name}\n`));
    const folder = join(clone, 'packages', manifest.name.replace('@memora/', ''));
    const changelog = join(folder, 'CHANGELOG.md');
    if (!existsSync(changelog) || !readFileSync(changelog, 'utf8').includes(`## ${manifest.version}`))
      missing.push(`CHANGELOG.md of ${manifest.version}`);
    const loose = Object.entries(manifest.dependencies ?? {}).filter(
      ([name, range]) => name.startsWith('@memora/') && range !== manifest.version,
    );
    missing.push(...loose.map(([name, range]) => `the exact version of ${name} (${range})`));
    if (missing.length > 0) throw new Error(`${file} lacks ${missing.join(', ')}`);
    console.log(`  ${manifest.name} ${manifest.version}`);
  }
}

/** With `inherit`, a long step shows its output and returns nothing. */
function run(
  step: string,
  [command = '', ...args]: readonly string[],
  cwd = clone,
  stdout: 'inherit' | 'pipe' = 'pipe',
): string {
  const started = performance.now();
  const result = spawnSync(command, args, {
    stdio: ['ignore', stdout, 'pipe'],
    cwd,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (result.status !== 0)
    throw new Error(
      `${step}: ${command} ${args.join(' ')} failed\n${result.error ?? ''}${result.stdout ?? ''}${result.stderr}`,
    );
  if (step !== '') console.log(`ok  ${step}  ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return result.stdout ?? '';
}
