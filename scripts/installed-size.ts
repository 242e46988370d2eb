/**
 * The size of an installation, measured without installing: the packed files of a package and of all its dependencies from
 * this workspace. `scripts/install-matrix.ts` really installs them. Run directly, after a build, it prints the sizes as JSON.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureFiles } from '../e2e/install/measure-install.ts';
import { installPacked, type PackedPackage, packPackages } from './packed-packages.ts';

/** Packages, and MB of 1024², of each package that users install directly. */
export const INSTALL_BUDGETS: Readonly<Record<string, readonly [packages: number, megabytes: number]>> = {
  '@memora/validator': [4, 2],
  '@memora/privacy': [4, 2],
  '@memora/engine': [40, 70],
  // A team's server uses the code of agent memory.
  '@memora/mcp': [8, 47],
  '@memora/cli': [8, 45],
};

/** The size of one installation. */
export interface InstalledSize {
  readonly packages: number;
  readonly megabytes: number;
}

/** Sizes of a packed package and its dependencies. `project` is the folder where {@link installPacked} unpacked them. Optional peers do not count. */
export function sizeOfInstall(
  name: string,
  packages: readonly PackedPackage[],
  project: string,
): InstalledSize {
  const folders = new Set<string>();
  const visit = (folder: string, from: string) => {
    if (folders.has(folder)) return;
    folders.add(folder);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly dependencies?: Readonly<Record<string, string>>;
      readonly optionalDependencies?: Readonly<Record<string, string>>;
    };
    for (const dependency of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
      const found = findPackage(dependency, from);
      // A binary for another system is optional, and missing here.
      if (found !== null) visit(found, found);
    }
  };
  const own = new Map(
    packages.map((each) => [each.name, join(project, 'node_modules', ...each.name.split('/'))]),
  );
  const root = own.get(name);
  if (root === undefined) throw new Error(`${name} was not packed`);
  visit(root, root);
  const bytes = [...folders].reduce((sum, folder) => sum + measureFiles(folder), 0);
  return { packages: folders.size, megabytes: bytes / 1024 / 1024 };
}

/** One line for people that says whether it is within its budget. */
export function describeSize(
  name: string,
  { packages, megabytes }: InstalledSize,
): { ok: boolean; line: string } {
  const [most, largest] = INSTALL_BUDGETS[name] ?? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const ok = packages <= most && megabytes <= largest;
  const line = `${name}: ${packages} packages, ${megabytes.toFixed(1)} MB (at most ${most}, ${largest} MB)`;
  return { ok, line };
}

/** The folder of a package as Node finds it from another package; null if it is missing. */
function findPackage(name: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', ...name.split('/'));
    if (existsSync(path)) return realpathSync(path);
    if (folder === dirname(folder)) return null;
  }
}

if (import.meta.main) {
  const work = mkdtempSync(join(tmpdir(), 'memora-sizes-'));
  try {
    const packages = packPackages(fileURLToPath(new URL('..', import.meta.url)), join(work, 'tarballs'));
    const project = join(work, 'consumer');
    mkdirSync(project);
    installPacked(packages, project);
    const sizes = Object.entries(INSTALL_BUDGETS).map(([name, [most, largest]]) => ({
      name,
      most,
      largest,
      ...sizeOfInstall(name, packages, project),
    }));
    console.log(JSON.stringify(sizes));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
