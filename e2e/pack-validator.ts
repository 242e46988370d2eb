import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const exec = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

/** The packed validator in an empty project, as a stranger installs it. */
export interface PackedValidator {
  /** A folder of its own, which goes with {@link PackedValidator.remove}. */
  readonly folder: string;
  readonly project: string;
  /** The code of its README. */
  readonly snippets: readonly string[];
  readonly remove: () => Promise<void>;
}

/** Packs the validator with what it needs, and installs it alone. The packages have to be built. */
export async function packValidator(): Promise<PackedValidator> {
  const folder = await mkdtemp(join(tmpdir(), 'memora-validator-'));
  const tarballs: string[] = [];
  for (const name of ['core', 'language', 'validator']) {
    const target = join(folder, name);
    await mkdir(target);
    await exec('npx', ['-y', 'pnpm@12', 'pack', '--pack-destination', target], {
      cwd: join(root, 'packages', name),
    });
    const file = (await readdir(target)).find((entry) => entry.endsWith('.tgz'));
    if (file === undefined) throw new Error(`packing ${name} made no tarball; run the build first`);
    tarballs.push(join(target, file));
  }
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(
    join(project, 'package.json'),
    '{ "name": "stranger", "private": true, "type": "module" }\n',
  );
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--omit=optional'];
  await exec('npm', ['install', ...quiet, ...tarballs], { cwd: project });
  const readme = await readFile(join(project, 'node_modules/@memora/validator/README.md'), 'utf8');
  return {
    folder,
    project,
    snippets: [...readme.matchAll(/^```ts.*\n([\s\S]*?)^```/gmu)].map((match) => match[1] as string),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
