/**
 * Third-party code in published packages: which packages are bundled or installed, and under which licence. Licences require their
 * text to accompany the code, and a minified bundle has lost it. `build` therefore writes `THIRD-PARTY.txt` next to the bundle.
 */
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../packages', import.meta.url));

/** A third-party package. */
export interface ThirdParty {
  readonly name: string;
  readonly version: string;
  /** The SPDX expression in its manifest. */
  readonly licence: string;
  readonly folder: string;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Licences that require only their own text and the names in it. */
const ALLOWED = new Set(
  'MIT MIT-0 ISC Apache-2.0 BSD-2-Clause BSD-3-Clause 0BSD BlueOak-1.0.0 Unlicense CC0-1.0 Zlib'.split(' '),
);
/** Licence names in manifests that are not SPDX expressions. A person has read the text that comes with each package. */
const SPDX: Readonly<Record<string, string>> = { BSD: 'BSD-2-Clause', 'Apache 2.0': 'Apache-2.0' };
/** It builds a page, and is part of none. */
const TOOLS = new Set(['esbuild', 'rolldown']);

/** Throws with the package's name if a licence may not ship. */
export function checkLicence({ name, licence }: Pick<ThirdParty, 'name' | 'licence'>): void {
  const choices = licence.replaceAll(/[()]/g, '').split(' OR ');
  if (choices.some((choice) => choice.split(' AND ').every((part) => ALLOWED.has(part)))) return;
  throw new Error(
    `${name} has the licence "${licence}", which is not among those that may ship (${[...ALLOWED].join(', ')}). Use another package, or decide in scripts/third-party.ts.`,
  );
}

/** Names of the folders in `packages/`. */
export function packageNames(): string[] {
  return readdirSync(packages).filter((name) => existsSync(join(packages, name, 'package.json')));
}

/** The packages that a user installs with a package: its dependencies, and theirs. */
export function installedWith(name: string): ThirdParty[] {
  const folder = join(packages, name);
  return closure(folder, Object.keys(readManifest(folder).dependencies ?? {}));
}

/** The packages inside a package's files: the development dependencies that its source imports, and their dependencies. */
export function bundledIn(name: string): ThirdParty[] {
  const folder = join(packages, name);
  const { dependencies = {}, devDependencies = {}, peerDependencies = {} } = readManifest(folder);
  const isBundle = existsSync(join(folder, 'bundle.config.ts'));
  const source = ['src', 'page'].map((part) => readSource(join(folder, part))).join('');
  // Packages that the user provides are peers. Packages that only tests need are not imported by any source.
  const own = Object.keys(devDependencies).filter(
    (each) =>
      !each.startsWith('@memora/') &&
      !(each in peerDependencies) &&
      !TOOLS.has(each) &&
      (source.includes(`'${each}'`) || source.includes(`'${each}/`)),
  );
  const found = new Map(closure(folder, own).map((each) => [each.name, each]));
  if (isBundle)
    // A bundle contains its siblings, including the packages that they bundle and would install.
    for (const sibling of Object.keys({ ...dependencies, ...devDependencies }))
      if (sibling.startsWith('@memora/') && existsSync(join(packages, sibling.slice(8))))
        for (const each of [...bundledIn(sibling.slice(8)), ...installedWith(sibling.slice(8))])
          found.set(each.name, each);
  for (const each of Object.keys({ ...dependencies, ...peerDependencies })) found.delete(each);
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Writes `dist/THIRD-PARTY.txt` for every built package that contains third-party code. */
export function writeNotices(): void {
  for (const name of packageNames()) {
    const dist = join(packages, name, 'dist');
    const parts = existsSync(dist) ? bundledIn(name) : [];
    if (parts.length > 0) writeFileSync(join(dist, 'THIRD-PARTY.txt'), noticeOf(parts));
  }
}

function noticeOf(parts: readonly ThirdParty[]): string {
  const texts = parts.map((part) => {
    checkLicence(part);
    return `${part.name} ${part.version} (${part.licence})\n\n${licenceText(part)}\n`;
  });
  return `These packages, or parts of them, stand in the files beside this one.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

function licenceText({ folder, licence }: ThirdParty): string {
  const file = readdirSync(folder).find((name) => /^(?:licen[cs]e|copying)/i.test(name));
  return file === undefined
    ? `Its package holds no text of the licence ${licence}.`
    : readFileSync(join(folder, file), 'utf8').trim();
}

function closure(from: string, names: readonly string[]): ThirdParty[] {
  const found = new Map<string, ThirdParty>();
  const visited = new Set<string>();
  const visit = (at: string, name: string): void => {
    const folder = name.startsWith('@types/') ? null : resolve(at, name);
    if (folder === null || visited.has(folder)) return;
    visited.add(folder);
    const { version, license = 'none', dependencies = {} } = readManifest(folder);
    if (!name.startsWith('@memora/'))
      found.set(folder, { name, version, licence: SPDX[license] ?? license, folder });
    for (const each of Object.keys(dependencies)) visit(folder, each);
  };
  for (const name of names) visit(from, name);
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The folder of a package as Node finds it; null if it is not installed, like an optional package for another system. */
function resolve(from: string, name: string): string | null {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return realpathSync(folder);
    if (dirname(at) === at) return null;
  }
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function readSource(folder: string): string {
  if (!existsSync(folder)) return '';
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|testing/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}
