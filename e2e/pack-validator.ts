import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packTarballs } from './testing-fixtures/pack-tarballs.ts';

const exec = promisify(execFile);

/** The packed validator in an empty project, as a user installs it. */
export interface PackedValidator {
  /** A temporary folder, which {@link PackedValidator.remove} deletes. */
  readonly folder: string;
  readonly project: string;
  /** The code of its README and of its reference page. */
  readonly snippets: readonly string[];
  readonly remove: () => Promise<void>;
}

/** Packs the validator and its dependencies, and installs it alone. The packages must be built. */
export async function packValidator(): Promise<PackedValidator> {
  const folder = await mkdtemp(join(tmpdir(), 'memora-validator-'));
  const tarballs = packTarballs(folder, ['@memora/core', '@memora/language', '@memora/validator']);
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(
    join(project, 'package.json'),
    '{ "name": "stranger", "private": true, "type": "module" }\n',
  );
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--omit=optional'];
  await exec('npm', ['install', ...quiet, ...tarballs], { cwd: project });
  const readme = await readFile(join(project, 'node_modules/@memora/validator/README.md'), 'utf8');
  const page = await readFile(new URL('../docs/reference/packages/validator.md', import.meta.url), 'utf8');
  return {
    folder,
    project,
    snippets: [...`${readme}\n${page}`.matchAll(/^```ts.*\n([\s\S]*?)^```/gmu)].map(
      (match) => match[1] as string,
    ),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
