/**
 * Every value that a package exports is named in its README or in its page of `docs/reference/packages`: `node scripts/check-exports.ts`. What a reader cannot look up is no
 * interface. A type is named there too, or it stands in the signature of something that is. What only other packages of Memora need is exported
 * from `/internal`. Prints each breach; exits 1 on any.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exportsOf, namesReachedFrom, signaturesIn } from './reachable-types.ts';

/** One thing that a package exports. */
export interface ExportedName {
  /** `.` or a subpath. */
  readonly entry: string;
  readonly name: string;
}

/** The names that the README of a package does not have. */
export function findUndocumented(values: readonly ExportedName[], readme: string): ExportedName[] {
  return values.filter(
    ({ name }) => !new RegExp(`(?<![\\w$])${name.replace('$', '\\$')}(?![\\w$])`).test(readme),
  );
}

/** The types that no README names and no signature leads to: nobody needs them to write a program. */
export function findUnreachable(
  types: readonly ExportedName[],
  reached: ReadonlySet<string>,
  readme: string,
): ExportedName[] {
  return findUndocumented(types, readme).filter(({ name }) => !reached.has(name));
}

/** Entries whose README says that they are for the other packages of Memora alone. */
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
