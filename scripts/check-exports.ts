/**
 * Checks that every value that a package exports is named in its README or in its page of `docs/reference/packages`: `node
 * scripts/check-exports.ts`. An export that no reader can look up is no public interface. A type must be named there, too, or be part of
 * another export's signature. Exports that only other packages of Memora need belong to `/internal`. Prints each breach; exits with 1 on any.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exportsOf, namesReachedFrom, signaturesIn } from './reachable-types.ts';

/** One export of a package. */
export interface ExportedName {
  /** `.` or a subpath. */
  readonly entry: string;
  readonly name: string;
}

/** The exports that the README of a package does not name. */
export function findUndocumented(values: readonly ExportedName[], readme: string): ExportedName[] {
  return values.filter(
    ({ name }) => !new RegExp(`(?<![\\w$])${name.replace('$', '\\$')}(?![\\w$])`).test(readme),
  );
}

/** The types that no README names and no signature uses. Nobody needs them to write a program. */
export function findUnreachable(
  types: readonly ExportedName[],
  reached: ReadonlySet<string>,
  readme: string,
): ExportedName[] {
  return findUndocumented(types, readme).filter(({ name }) => !reached.has(name));
}

/** Entries that, according to their README, are only for Memora's other packages. */
const INTERNAL = new Set(['privacy ./files', 'language ./words', 'claims ./queries']);

interface Manifest {
  readonly private?: boolean;
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> };
  readonly exports?: Readonly<Record<string, { readonly 'memora-source'?: string } | string>>;
}

/** Breaches in the repository at `root`, one sentence each. */
export function checkExports(root: string): string[] {
  return readdirSync(join(root, 'packages')).flatMap((name) => {
    const folder = join(root, 'packages', name);
    if (!existsSync(join(folder, 'package.json'))) return [];
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    if (manifest.private === true) return [];
    const page = join(root, 'docs/reference/packages', `${name}.md`);
    const readme = [join(folder, 'README.md'), ...(existsSync(page) ? [page] : [])]
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
    const published = manifest.publishConfig?.exports ?? manifest.exports ?? {};
    const values: ExportedName[] = [];
    const types: ExportedName[] = [];
    for (const [entry, target] of Object.entries(manifest.exports ?? {})) {
      const source = typeof target === 'string' ? undefined : target['memora-source'];
      if (INTERNAL.has(`${name} ${entry}`) || entry === './internal') continue;
      if (published[entry] === undefined || source?.endsWith('.ts') !== true) continue;
      const found = exportsOf(join(folder, source));
      values.push(...found.values.map((value) => ({ entry, name: value })));
      types.push(...found.types.map((type) => ({ entry, name: type })));
    }
    const documented = [...values, ...types].filter((each) => findUndocumented([each], readme).length === 0);
    const reached = namesReachedFrom(
      documented.map((each) => each.name),
      signaturesIn(join(folder, 'src')),
    );
    return [
      ...findUndocumented(values, readme).map(
        ({ entry, name: value }) =>
          `packages/${name} (${entry})  exports ${value}, which neither its README nor docs/reference/packages/${name}.md names`,
      ),
      ...findUnreachable(types, reached, readme).map(
        ({ entry, name: type }) =>
          `packages/${name} (${entry})  exports the type ${type}, which neither its README, its page in docs/reference/packages nor a signature of what is named there has`,
      ),
    ];
  });
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const breaches = checkExports(fileURLToPath(new URL('..', import.meta.url)));
  for (const breach of breaches) console.error(breach);
  console.error(breaches.length === 0 ? 'exports: in order' : `exports: ${breaches.length} breaches`);
  process.exitCode = breaches.length === 0 ? 0 : 1;
}
