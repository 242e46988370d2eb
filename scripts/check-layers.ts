/**
 * Enforces the layer table: `node scripts/check-layers.ts [repository]`. Prints each violation with its place; exits with 1 on any.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findForeignTables } from './foreign-tables.ts';
import { type ImportOfSource, importsOfSource } from './imports-of-source.ts';
import { ROOMS, refusalOf, refusalOfRoom, WALLED } from './layers.ts';
import { isPassingFile } from './passing-files.ts';
import { findRuntimeCircles } from './runtime-circles.ts';
import { refusalOfSql } from './sql-ports.ts';

/** One breach of the rules, with its place as `path:line`. */
export interface LayerViolation {
  readonly place: string;
  readonly message: string;
}

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

interface Member {
  /** Folder name for packages (`core`), path for the others (`bench`, `examples/reference-cli`). */
  readonly name: string;
  readonly folder: string;
  readonly isPackage: boolean;
  readonly manifest: Manifest;
}

const DEPENDENCY_FIELDS = [
  'dependencies',
  'peerDependencies',
  'optionalDependencies',
  'devDependencies',
] as const;
/** Code that builds a package may be shared. Code that ships or runs may not. */
const BUNDLING = new Set(
  ['external-packages', 'lazy-patterns', 'skip-barrels', 'write-chunk'].map(
    (name) => `scripts/bundle/${name}.ts`,
  ),
);
const SHARED_BY_CONFIG = new Set([
  ...[
    'tsup.base.ts',
    'tsconfig.json',
    'packages/report/page/bundle-page.ts',
    'packages/studio/page/bundle-page.ts',
  ],
  ...BUNDLING,
]);
/**
 * Helpers of end-to-end tests and of all fixtures. A package's tests may build the package as its config
 * does, and import nothing else from outside.
 */
const SHARED_BY_TESTS = new Set([...BUNDLING, 'scripts/extract-snippets.ts', 'scripts/packed-packages.ts']);
/** Code with which tests of several packages start, count and create things. The repository depends on it, as on the test runner. */
const FIXTURES = 'scripts/testing-fixtures';
const SOURCE = /\.(?:[cm]?[jt]sx?)$/;
const TEST = /\.test(?:-d)?\.ts$|[\\/]testing-fixtures[\\/]/;

/** Every violation in the repository at `root`, in path order. */
export function checkLayers(root: string): LayerViolation[] {
  const members = membersOf(root);
  const memberByPackage = new Map(members.map((member) => [member.manifest.name, member]));
  return members.flatMap((member) => [
    ...(member.isPackage ? [...checkTables(root, member), ...checkCircles(root, member)] : []),
    ...checkManifest(root, member, memberByPackage),
    ...sourcesOf(member.folder).flatMap((file) => checkSource(root, member, file, memberByPackage)),
  ]);
}

/** Tests read tables if nothing else shows their contents. */
function checkTables(root: string, member: Member): LayerViolation[] {
  return sourcesOf(member.folder)
    .filter((file) => file.startsWith(join(member.folder, 'src')) && !TEST.test(file))
    .flatMap((file) => {
      const [path, text] = [relative(root, file), readFileSync(file, 'utf8')];
      return [
        ...findForeignTables(wallOf(member, file), text).map(({ line, message }) => ({
          place: `${path}:${line}`,
          message,
        })),
        ...toViolations(path, refusalOfSql(path, text)),
      ];
    });
}

/** Files of a package that load each other in a circle. None of them can be read or moved without the others. */
function checkCircles(root: string, member: Member): LayerViolation[] {
  const files = sourcesOf(member.folder).filter(
    (file) => file.startsWith(join(member.folder, 'src')) && !TEST.test(file),
  );
  return findRuntimeCircles(files).map((circle) => {
    const paths = circle.map((file) => relative(root, file));
    return { place: paths[0] as string, message: `loads itself through ${paths.slice(1).join(', ')}` };
  });
}

/** The owner under whose name a file uses a table: its package, or a room of the package that owns no table. */
function wallOf(member: Member, file: string): string {
  const wall = WALLED[member.name];
  const room = roomOf(member, file);
  return wall === undefined || room === wall ? member.name : `${member.name}/${room}`;
}

/** The first folder under `src`, or the file itself. */
function roomOf(member: Member, file: string): string {
  return relative(join(member.folder, 'src'), file).split(sep)[0] ?? '';
}

function checkManifest(
  root: string,
  member: Member,
  memberByPackage: ReadonlyMap<string, Member>,
): LayerViolation[] {
  const place = relative(root, join(member.folder, 'package.json'));
  return DEPENDENCY_FIELDS.flatMap((field) =>
    Object.entries((member.manifest[field] ?? {}) as Record<string, string>).flatMap(([name, range]) => {
      const target = memberByPackage.get(name);
      if (target === undefined) {
        return name.startsWith('@memora/')
          ? [{ place, message: `${field} names ${name}, which is no package here` }]
          : [];
      }
      // A sibling of another version is untested, because exports of `./internal` change without notice.
      const wanted =
        member.isPackage && target.isPackage && field === 'dependencies' ? 'workspace:*' : 'workspace:^';
      if (range !== wanted)
        return [{ place, message: `${field} takes ${name} from ${range}; write ${wanted}` }];
      return toViolations(place, refusalBetween(member, target));
    }),
  );
}

function checkSource(
  root: string,
  member: Member,
  file: string,
  memberByPackage: ReadonlyMap<string, Member>,
): LayerViolation[] {
  const path = relative(root, file);
  return importsOfSource(file, readFileSync(file, 'utf8')).flatMap((found) => {
    const place = `${path}:${found.line}`;
    if (found.specifier.startsWith('.'))
      return toViolations(place, refusalOfRelative(root, member, file, found));
    if (found.kind === 'url' || !found.specifier.startsWith('@memora/')) return [];
    return toViolations(place, refusalOfPackage(member, file, found.specifier, memberByPackage));
  });
}

function refusalOfRelative(root: string, member: Member, file: string, found: ImportOfSource): string | null {
  const target = resolve(dirname(file), found.specifier);
  if (`${target}${sep}`.startsWith(`${member.folder}${sep}`)) {
    if (TEST.test(file) || ROOMS[member.name] === undefined) return null;
    return refusalOfRoom(member.name, roomOf(member, file), roomOf(member, target));
  }
  const ships = member.isPackage && file.startsWith(join(member.folder, 'src')) && !TEST.test(file);
  if (found.kind === 'url' && !ships) return null;
  const isConfig = dirname(file) === member.folder && /(?:\.config|[\\/]bundle)\.ts$/.test(file);
  if (isConfig && SHARED_BY_CONFIG.has(relative(root, target))) return null;
  const shared = member.isPackage ? BUNDLING : SHARED_BY_TESTS;
  if (TEST.test(file) && shared.has(relative(root, target))) return null;
  return `${found.specifier} leaves ${member.name}; import the package by its name`;
}

function refusalOfPackage(
  member: Member,
  file: string,
  specifier: string,
  memberByPackage: ReadonlyMap<string, Member>,
): string | null {
  const [scope, name, ...rest] = specifier.split('/');
  const target = memberByPackage.get(`${scope}/${name}`);
  if (target === undefined) return `${specifier} is no package here`;
  const subpath = rest.length === 0 ? '.' : `./${rest.join('/')}`;
  if (target.manifest.exports?.[subpath] === undefined)
    return `${target.manifest.name} exports no ${subpath}`;
  if (target === member) return refusalOfItself(member, file, specifier);
  if (target.name === FIXTURES && (TEST.test(file) || !member.isPackage)) return null;
  const isDeclared = DEPENDENCY_FIELDS.some(
    (field) =>
      (member.manifest[field] as Record<string, string> | undefined)?.[target.manifest.name] !== undefined,
  );
  return (
    refusalBetween(member, target) ??
    (isDeclared ? null : `${target.manifest.name} is missing from the dependencies of ${member.name}`)
  );
}

/** Before a build, a package that imports itself cannot be resolved, except for an entry that its build marks as external. */
function refusalOfItself(member: Member, file: string, specifier: string): string | null {
  if (!member.isPackage || !file.startsWith(join(member.folder, 'src')) || TEST.test(file)) return null;
  const config = join(member.folder, 'tsup.config.ts');
  if (existsSync(config) && readFileSync(config, 'utf8').includes(`'${specifier}'`)) return null;
  return `${specifier} is of ${member.name} itself, whose build would need it built; import the file`;
}

/** Benches, examples and end-to-end tests are one row above all packages. No package may import them. */
function refusalBetween(from: Member, to: Member): string | null {
  if (!to.isPackage) return from.isPackage ? `${to.name} is no package of the product` : null;
  return from.isPackage ? refusalOf(from.name, to.name) : null;
}

function toViolations(place: string, message: string | null): LayerViolation[] {
  return message === null ? [] : [{ place, message }];
}

function membersOf(root: string): Member[] {
  const inside = (folder: string) =>
    existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => join(folder, name)) : [];
  return [...inside('packages').sort(), 'bench', 'e2e', FIXTURES, ...inside('examples').sort()]
    .map((path) => ({ path, folder: resolve(root, path) }))
    .filter(({ folder }) => existsSync(join(folder, 'package.json')))
    .map(({ path, folder }) => ({
      name: path.replace(/^packages[\\/]/, ''),
      folder,
      isPackage: path.startsWith('packages'),
      manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest,
    }));
}

function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(
      (entry) =>
        !['node_modules', 'dist', 'fixtures', 'assets'].includes(entry.name) &&
        !entry.name.startsWith('.') &&
        !isPassingFile(entry.name),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sourcesOf(path);
      return SOURCE.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
    });
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
  const violations = checkLayers(root);
  for (const { place, message } of violations) console.error(`${place}  ${message}`);
  console.error(violations.length === 0 ? 'layers: in order' : `layers: ${violations.length} violations`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
