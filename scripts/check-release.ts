/**
 * Checks whether a version could be released now: `node scripts/check-release.ts`. Runs `changeset version` on a copy of the
 * manifests, as the release workflow does, and checks the results: every published package gets a version and a changelog,
 * and no text is too long for readers. Before the first release, no text may be a patch. Exits with 1 otherwise.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether the packages are on npm. Only this line changes on that day. The check then names each page that still mentions packed files. */
const IS_PUBLISHED = false;

/** Lines of one changeset, without its header. */
const MOST_LINES = 25;

/** Breaches in the repository at `root`, as `place  message`. */
export function checkRelease(root: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'memora-release-'));
  try {
    copyManifests(root, folder);
    const changesets = readdirSync(join(folder, '.changeset')).filter((name) => name.endsWith('.md'));
    const changeset = (...args: string[]) =>
      execFileSync(process.execPath, [join(root, 'node_modules/@changesets/cli/bin.js'), ...args], {
        cwd: folder,
        stdio: 'pipe',
      });
    try {
      // It asks git for the changes since the base branch. In the copy, that is the commit of all manifests.
      commitAll(folder);
      changeset('status', '--since', 'HEAD');
      changeset('version');
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: Buffer | string; stderr?: Buffer | string };
      return [`.changeset  changeset version fails: ${stdout}${stderr}`.trim()];
    }
    return [
      ...firstPages(root).flatMap((page) => checkInstall(page, readFileSync(join(root, page), 'utf8'))),
      ...changesets.flatMap((name) =>
        checkLength(name, readFileSync(join(root, '.changeset', name), 'utf8')),
      ),
      ...changesets.flatMap((name) => checkFirst(name, readFileSync(join(root, '.changeset', name), 'utf8'))),
      ...(changesets.length === 0
        ? []
        : publishedIn(root).flatMap((name) => checkVersion(root, folder, name))),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A page that installs from npm must say that nothing is published yet, and what to do instead. Once packages are published, no page may say so. */
export function checkInstall(page: string, text: string, isPublished = IS_PUBLISHED): string[] {
  const saysSo = /not(?:hing is)? on npm yet/i.test(text);
  if (isPublished) return saysSo ? [`${page}  says that nothing is on npm yet`] : [];
  const installs = /^(?:npm install|npx) .*@memora\//m.test(text);
  return installs && !saysSo
    ? [`${page}  installs from npm, where nothing is yet: name \`npx -y pnpm@12 packed\``]
    : [];
}

/** The pages that people read first. */
function firstPages(root: string): string[] {
  const start = join(root, 'docs', 'start');
  const pages = existsSync(start) ? readdirSync(start).map((name) => join('docs', 'start', name)) : [];
  return ['README.md', ...pages].filter((page) => existsSync(join(root, page)));
}

/** Breaches of one changeset. */
export function checkLength(name: string, text: string): string[] {
  const lines = text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .trim()
    .split('\n').length;
  return lines > MOST_LINES ? [`.changeset/${name}  ${lines} lines; a user reads ${MOST_LINES} at most`] : [];
}

/** Nobody has an earlier build. Until a release exists, a changeset is the text of a package's first release. Later ones may be patches. */
export function checkFirst(name: string, text: string, isPublished = IS_PUBLISHED): string[] {
  if (isPublished) return [];
  const isPatch = /^['"]?@memora\/[\w-]+['"]?: patch$/m.test(text);
  return isPatch
    ? [`.changeset/${name}  is a patch of what nobody has: edit the text of the first release`]
    : [];
}

function checkVersion(root: string, folder: string, name: string): string[] {
  const versionIn = (place: string) =>
    (JSON.parse(readFileSync(join(place, 'packages', name, 'package.json'), 'utf8')) as { version: string })
      .version;
  const changelog = join(folder, 'packages', name, 'CHANGELOG.md');
  const version = versionIn(folder);
  if (version === versionIn(root)) return [`packages/${name}  changeset version leaves it at ${version}`];
  const text = existsSync(changelog) ? readFileSync(changelog, 'utf8') : '';
  if (!text.includes(`## ${version}`))
    return [`packages/${name}  changeset version writes no changelog of ${version}`];
  return text.includes('Updated dependencies') ? [`packages/${name}  the changelog lists siblings`] : [];
}

function publishedIn(root: string): string[] {
  return readdirSync(join(root, 'packages')).filter((name) => {
    const manifest = join(root, 'packages', name, 'package.json');
    return existsSync(manifest) && !/"private": true/.test(readFileSync(manifest, 'utf8'));
  });
}

function copyManifests(root: string, folder: string): void {
  const known = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const paths = known
    .split('\n')
    .filter((path) => /(?:^|\/)package\.json$|^pnpm-workspace\.yaml$|^\.changeset\//.test(path));
  for (const path of paths.filter((each) => existsSync(join(root, each)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
}

function commitAll(folder: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=check', '-c', 'user.email=check@localhost', ...args], {
      cwd: folder,
      stdio: 'pipe',
    });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'manifests');
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const breaches = checkRelease(fileURLToPath(new URL('..', import.meta.url)));
  for (const breach of breaches) console.error(breach);
  console.error(
    breaches.length === 0 ? 'release: a version can be made' : `release: ${breaches.length} breaches`,
  );
  process.exitCode = breaches.length === 0 ? 0 : 1;
}
