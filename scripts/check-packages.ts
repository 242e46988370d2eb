/**
 * Checks the packages as they would be published: `node scripts/check-packages.ts`, after a build. For each public package it checks the files,
 * `publint` in strict mode, and `attw` on the tarball. For all of them together it checks that a TypeScript consumer compiles against the tarballs with
 * only declared dependencies, that every entry loads, and that no installation exceeds its size. With `MEMORA_TEST_WHOLE=1`, `npm publish` is rehearsed.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getExitCode } from '@arethetypeswrong/cli/internal/getExitCode';
import { type RenderOptions, typed, untyped } from '@arethetypeswrong/cli/internal/render';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describeSize, INSTALL_BUDGETS, sizeOfInstall } from './installed-size.ts';
import { installPacked, type PackedPackage, packPackages } from './packed-packages.ts';
import { isWhole } from './testing-fixtures/every-nth.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const NODES = nodesOfPath();
/** What loads entries prints a line of JSON for each: its name, and the error or null. */
const RESULT = 'entry: ';
const LOADER = `for (const entry of JSON.parse(process.argv[1])) {
  const error = await import(entry).then(() => null, (reason) => String(reason?.stack ?? reason));
  console.log('${RESULT}' + JSON.stringify([entry, error]));
}`;
const work = mkdtempSync(join(tmpdir(), 'memora-packed-'));

try {
  const packages = packPackages(root, join(work, 'tarballs'));
  const problems = [
    ...(await Promise.all(packages.map(lintPackage))).flat(),
    ...(await Promise.all(packages.map(checkTypesResolve))).flat(),
    ...(isWhole ? rehearsePublish(packages) : []),
    ...checkConsumer(packages),
  ];
  for (const problem of problems) console.error(problem);
  console.error(`packages: ${packages.length} packed, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function lintPackage({ name, tarball }: PackedPackage): Promise<string[]> {
  const bytes = readFileSync(tarball);
  const { messages, pkg } = await publint({
    pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer },
    strict: true,
    level: 'warning',
  });
  const listed = spawnSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).stdout.split('\n');
  return [
    ...messages.map((message) => `${name}: publint: ${formatMessage(message, pkg)}`),
    ...['README.md', 'LICENSE']
      .filter((file) => !listed.includes(`package/${file}`))
      .map((file) => `${name}: no ${file} in the tarball`),
    ...listed
      .filter((file) => /\.(test|test-d|bench)\./.test(file))
      .map((file) => `${name}: ${file} should not be published`),
  ];
}

/** The findings of `attw --profile esm-only` on each tarball, all in one process, because starting a compiler takes most of the time. */
async function checkTypesResolve({ name, tarball, manifest }: PackedPackage): Promise<string[]> {
  const excludeEntrypoints = Object.keys(manifest.exports ?? {}).filter(
    (subpath) => subpath !== './package.json' && isAsset(subpath),
  );
  const packed = createPackageFromTarballData(new Uint8Array(readFileSync(tarball)));
  const analysis = await checkPackage(packed, { excludeEntrypoints });
  const profile: RenderOptions = {
    ignoreResolutions: ['node10', 'node16-cjs'],
    format: 'ascii',
    emoji: false,
  };
  if (getExitCode(analysis, profile) === 0) return [];
  return [`${name}: attw:\n${analysis.types ? await typed(analysis, profile) : untyped(analysis)}`];
}

/**
 * npm's own checks of the packages before publishing, without a registry. One npm checks all packages,
 * because it takes longer to start than to check. It silently skips private packages.
 */
function rehearsePublish(packages: readonly PackedPackage[]): string[] {
  const project = join(work, 'published');
  for (const { name, tarball } of packages) {
    const folder = join(project, name);
    mkdirSync(folder, { recursive: true });
    spawnSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder]);
  }
  const workspaces = packages.map(({ name }) => name);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'all', private: true, workspaces }));
  const nowhere = ['--registry', 'http://127.0.0.1:9/', '--fetch-retries', '0'];
  const args = [
    'publish',
    '--workspaces',
    '--dry-run',
    '--ignore-scripts',
    '--json',
    '--tag',
    'rehearsal',
    ...nowhere,
  ];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: project, encoding: 'utf8' });
  if (status !== 0) return [`npm publish:\n${stdout}${stderr}`];
  const published = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  return packages.flatMap(({ name }) => (name in published ? [] : [`${name}: npm would not publish it`]));
}

function checkConsumer(packages: readonly PackedPackage[]): string[] {
  const project = join(work, 'consumer');
  mkdirSync(project);
  installPacked(packages, project);
  mkdirSync(join(project, 'node_modules', '@types'), { recursive: true });
  symlinkSync(join(root, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'));
  const entries = packages.flatMap(entriesOf);
  writeFileSync(join(project, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
  writeFileSync(
    join(project, 'consumer.ts'),
    `${entries.map((entry, i) => `import * as entry${i} from '${entry}';`).join('\n')}\nexport const entries: object[] = [${entries.map((_, i) => `entry${i}`).join(', ')}];\n`,
  );
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2024', 'esnext.disposable', 'esnext.iterator'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
  const types = spawnSync(bin('tsc'), ['-p', project, '--checkers', '1'], { encoding: 'utf8' });
  return [
    ...checkSizes(packages, project),
    ...(types.status === 0
      ? []
      : [`consumer: does not compile against the tarballs:\n${types.stdout}${types.stderr}`]),
    ...checkEntriesLoad(packages, project),
  ];
}

/** Prints the size of each installation, and reports sizes over their budget. */
function checkSizes(packages: readonly PackedPackage[], project: string): string[] {
  return Object.keys(INSTALL_BUDGETS).flatMap((name) => {
    const { ok, line } = describeSize(name, sizeOfInstall(name, packages, project));
    console.error(`size: ${line}`);
    return ok ? [] : [`over its size: ${line}`];
  });
}

/** A subpath that names a file to read (`./package.json`, a table) instead of a module to import. */
function isAsset(subpath: string): boolean {
  return /\.(?!js$)\w+$/.test(subpath);
}

/** Import specifiers of a package, except assets and patterns. */
function entriesOf({ name, manifest }: PackedPackage): string[] {
  return Object.keys(manifest.exports ?? {})
    .filter((subpath) => !isAsset(subpath) && !subpath.includes('*'))
    .map((subpath) => name + subpath.slice(1));
}

/**
 * Loads all entries on Memora's Node, and on the machine's own those of packages that promise to run there. One process per Node, because
 * starting takes longer than loading. Contract suites and matchers need a test runner, so only their types are checked.
 */
function checkEntriesLoad(packages: readonly PackedPackage[], project: string): string[] {
  return NODES.flatMap(({ path, major }) => {
    const entries = packages
      .filter(({ manifest }) => major >= Number(/\d+/.exec(manifest.engines?.['node'] ?? '')?.[0] ?? 0))
      .flatMap(entriesOf)
      .filter((entry) => !/\/(testing|vitest|jest)$/.test(entry));
    const { status, stdout, stderr } = spawnSync(
      path,
      ['--input-type=module', '-e', LOADER, JSON.stringify(entries)],
      { cwd: project, encoding: 'utf8' },
    );
    const results = stdout.split('\n').filter((line) => line.startsWith(RESULT));
    // An entry that ends the process leaves those behind it without a result.
    const missing = entries.slice(results.length);
    return [
      ...results
        .map((line) => JSON.parse(line.slice(RESULT.length)) as readonly [string, string | null])
        .flatMap(([entry, error]) =>
          error === null ? [] : [`${entry}: does not load on Node ${major}:\n${error}`],
        ),
      ...(status === 0 && missing.length === 0
        ? []
        : [`${missing[0] ?? 'the entries'}: ends Node ${major} with ${status}:\n${stderr}`]),
    ];
  });
}

/** Memora's Node first, then one from the PATH with another major version: on a Node 20 machine that is Node 20. */
function nodesOfPath(): { path: string; major: number }[] {
  const ours = { path: process.execPath, major: Number(process.versions.node.split('.')[0]) };
  const candidates = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  for (const path of candidates.filter((candidate) => existsSync(candidate))) {
    const { stdout } = spawnSync(path, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' });
    const major = Number(stdout);
    if (major > 0 && major !== ours.major) return [ours, { path, major }];
  }
  return [ours];
}
