/**
 * The public packages as a registry would deliver them: pnpm packs each to a tarball (with `publishConfig` and real
 * version ranges), and all are unpacked into one `node_modules`, where each sees only its declared dependencies.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** A packed public package. */
export interface PackedPackage {
  readonly name: string;
  readonly folder: string;
  readonly tarball: string;
  /** The `package.json` inside the tarball. */
  readonly manifest: PackedManifest;
}

/** The fields of a packed manifest that are read here. */
export interface PackedManifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly engines?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * Packs every public package under `packages/` into `destination`. They must be built. `check` sets
 * `MEMORA_PACKED` to a shared folder, and packages that are complete there are not packed again.
 */
export function packPackages(root: string, destination: string): PackedPackage[] {
  const shared = process.env['MEMORA_PACKED'];
  const list = join(shared ?? destination, 'packed.json');
  if (shared !== undefined && existsSync(list))
    return JSON.parse(readFileSync(list, 'utf8')) as PackedPackage[];
  mkdirSync(shared ?? destination, { recursive: true });
  const into = mkdtempSync(join(shared ?? destination, 'tarballs-'));
  const packages = packInto(root, into);
  writeFileSync(list, JSON.stringify(packages));
  return packages;
}

/** One process packs all of them, because starting a process takes longer than packing. */
function packInto(root: string, into: string): PackedPackage[] {
  const packages = publicPackages(root);
  const filters = packages.map(({ name }) => `--filter=${name}`);
  run(...pnpm(['--recursive', ...filters, 'pack', '--pack-destination', into]), root);
  const tarballs = readdirSync(into);
  return packages.map(({ name, folder }) => {
    const start = `${name.replace('@', '').replace('/', '-')}-`;
    const file = tarballs.find((entry) => entry.startsWith(start) && /^\d/.test(entry.slice(start.length)));
    if (file === undefined) throw new Error(`pnpm pack of ${name} left no tarball`);
    const tarball = join(into, file);
    const manifest = JSON.parse(
      run('tar', ['-xzOf', tarball, 'package/package.json'], root),
    ) as PackedManifest;
    return { name, folder, tarball, manifest };
  });
}

/** Unpacks the tarballs into `project/node_modules`, each with links to its declared dependencies only. */
export function installPacked(packages: readonly PackedPackage[], project: string): void {
  for (const { name, folder, tarball, manifest } of packages) {
    const target = join(project, 'node_modules', ...name.split('/'));
    mkdirSync(target, { recursive: true });
    run('tar', ['-xzf', tarball, '--strip-components=1', '-C', target], project);
    for (const dependency of declaredBy(manifest)) {
      if (packages.some((other) => other.name === dependency)) continue;
      const source = join(folder, 'node_modules', ...dependency.split('/'));
      if (existsSync(source))
        link(realpathSync(source), join(target, 'node_modules', ...dependency.split('/')));
    }
  }
}

/** Public packages of the workspace in name order. */
export function publicPackages(root: string): { name: string; folder: string }[] {
  return readdirSync(join(root, 'packages'))
    .sort()
    .map((entry) => join(root, 'packages', entry))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .flatMap((folder) => {
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        name: string;
        private?: boolean;
      };
      return manifest.private === true ? [] : [{ name: manifest.name, folder }];
    });
}

/** The command that runs the current pnpm, or `npx` if it is unknown. */
export function pnpm(args: readonly string[]): [string, string[]] {
  const path = process.env['npm_execpath'];
  if (path === undefined || !/pnpm/.test(path)) return ['npx', ['-y', 'pnpm@12', ...args]];
  return /\.[cm]?js$/.test(path) ? [process.execPath, [path, ...args]] : [path, [...args]];
}

function declaredBy(manifest: PackedManifest): string[] {
  const { dependencies, peerDependencies, optionalDependencies } = manifest;
  return Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies });
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed in ${cwd}\n${error ?? ''}${stdout}${stderr}`);
  return stdout;
}
