/**
 * Packs the command line and installs the tarball in an empty project, as a user would, once for the whole
 * suite. The suite always runs this installed copy, never the workspace.
 */
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { packTarballs } from './testing-fixtures/pack-tarballs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The installed project. */
    readonly project: string;
    /** Where commands cache compiled code, so that each is compiled once for the suite. */
    readonly codeCache: string;
    /** A Node that other users can run, too. The suite's own may be in a folder that only its owner may enter. */
    readonly nodeForAll: string;
  }
}

/** The package that `memora team` needs. The suite also uses it. */
const PG = 'pg@8.23.1';
/** The packages that `memora ingest` needs for large formats. */
const PARSERS = ['defuddle', 'linkedom', 'mammoth', 'postal-mime', 'unpdf'];

const exec = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'memora-e2e-'));
  // Other users run the installed copy, too: a test drops its rights to check permissions.
  await chmod(folder, 0o755);
  const tarballs = packTarballs(folder, ['@memora/cli']);
  const installed = join(folder, 'project');
  await mkdir(installed);
  await writeFile(join(installed, 'package.json'), '{ "name": "stranger", "private": true }\n');
  const { devDependencies } = JSON.parse(
    await readFile(join(root, 'packages/ingest/package.json'), 'utf8'),
  ) as { devDependencies: Record<string, string> };
  const asked = [PG, ...PARSERS.map((name) => `${name}@${devDependencies[name]}`)];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  await exec('npm', ['install', ...quiet, ...tarballs, ...asked], { cwd: installed });
  // npm applies the umask to its files, and a clone that only its owner may read often has a strict umask.
  await exec('chmod', ['-R', 'a+rX', installed]);
  project.provide('project', installed);
  const codeCache = join(folder, 'cache');
  await mkdir(codeCache, { mode: 0o700 });
  project.provide('codeCache', codeCache);
  project.provide('nodeForAll', await shareNode(folder));
  return () => rm(folder, { recursive: true, force: true });
}

/** A copy of the suite's Node in a place that other users can reach. Only root can run it as another user. */
async function shareNode(folder: string): Promise<string> {
  if (process.getuid?.() !== 0) return process.execPath;
  const copy = join(folder, 'node');
  await copyFile(process.execPath, copy);
  await chmod(copy, 0o755);
  return copy;
}
