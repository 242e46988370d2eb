import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** How a project is installed, and how its programs are run. */
export interface Installer {
  readonly name: string;
  readonly install: readonly string[];
  readonly run: readonly string[];
  /** Settings files of the installer. */
  readonly settings: (registry: string) => Readonly<Record<string, string>>;
}

const npmrc = (registry: string) => ({ '.npmrc': `registry=${registry}\n` });
const yarnrc = (linker: string) => (registry: string) => ({
  '.yarnrc.yml': `nodeLinker: ${linker}\nnpmRegistryServer: "${registry}"\nunsafeHttpWhitelist: ["127.0.0.1"]\nenableImmutableInstalls: false\nenableTelemetry: false\nenableGlobalCache: false\nnpmMinimalAgeGate: 0\n`,
  'yarn.lock': '',
});
const pnpm = (version: string): Installer => ({
  name: `pnpm ${version}`,
  install: ['npx', '-y', `pnpm@${version}`, 'install'],
  run: ['node'],
  settings: npmrc,
});
const yarn = ['npx', '-y', '-p', '@yarnpkg/cli-dist@4', 'yarn'];

export const NPM: Installer = {
  name: 'npm',
  install: ['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error'],
  run: ['node'],
  settings: npmrc,
};
export const INSTALLERS: readonly Installer[] = [
  NPM,
  pnpm('12'),
  pnpm('10'),
  {
    name: 'Yarn 4, node_modules',
    install: [...yarn, 'install'],
    run: ['node'],
    settings: yarnrc('node-modules'),
  },
  { name: 'Yarn 4, PnP', install: [...yarn, 'install'], run: [...yarn, 'node'], settings: yarnrc('pnp') },
  { name: 'Bun', install: ['npx', '-y', 'bun', 'install'], run: ['npx', '-y', 'bun'], settings: npmrc },
  {
    name: 'Deno',
    install: ['npx', '-y', 'deno', 'install'],
    run: ['npx', '-y', 'deno', 'run', '-A'],
    settings: npmrc,
  },
];

/** The result of a program. */
export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** A temporary project of somebody who installs Memora. */
export interface Project extends AsyncDisposable {
  readonly folder: string;
  readonly run: (command: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Ran>;
}

export async function openProject(parent: string, files: Readonly<Record<string, string>>): Promise<Project> {
  const folder = await mkdtemp(join(parent, 'project-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return {
    folder,
    run: (command, env = {}) => run(command, folder, env),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Returns a command's output. If the exit code is not 0, throws an error with the output and the code. */
export async function must(
  project: Project,
  command: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<string> {
  const { code, output } = await project.run(command, env);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${output}`);
  return output;
}

/** Installing takes long on a busy machine. */
const PATIENCE_MS = 900_000;

function run(
  [file = '', ...args]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  const { MEMORA_VAULT: _, NODE_OPTIONS: __, NODE_PATH: ___, ...inherited } = process.env;
  const child = spawn(file, args, {
    cwd,
    env: { ...inherited, CI: 'true', MEMORA_CONFIG_DIR: join(cwd, '.config'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    });
  });
}
