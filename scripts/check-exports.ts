/**
 * Every value that a package exports is named in its README: `node scripts/check-exports.ts`. What a reader cannot look up is no
 * interface. Types go with the functions that take and give them. Prints each breach; exits 1 on any.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

/** One value that a package exports. */
export interface ExportedValue {
  /** `.` or a subpath. */
  readonly entry: string;
  readonly name: string;
}

/** The values that the README of a package does not name. */
export function findUndocumented(values: readonly ExportedValue[], readme: string): ExportedValue[] {
  return values.filter(
    ({ name }) => !new RegExp(`(?<![\\w$])${name.replace('$', '\\$')}(?![\\w$])`).test(readme),
  );
}

/** The names of values that a source exports, its `export *` followed. */
export function exportedValues(file: string): string[] {
  const { module, program } = parseSync(file, readFileSync(file, 'utf8'));
  const names: string[] = [];
  for (const { entries } of module.staticExports)
    for (const { exportName, importName, isType, moduleRequest } of entries) {
      if (isType) continue;
      if (moduleRequest !== null && importName.kind === 'AllButDefault')
        names.push(...exportedValues(join(dirname(file), moduleRequest.value)));
      else if (exportName.name !== null) names.push(exportName.name);
    }
  const types = new Set(
    program.body.flatMap((node) =>
      node.type === 'ExportNamedDeclaration' &&
      (node.declaration?.type === 'TSInterfaceDeclaration' ||
        node.declaration?.type === 'TSTypeAliasDeclaration')
        ? [node.declaration.id.name]
        : [],
    ),
  );
  return names.filter((name) => !types.has(name));
}

/** Entries whose README says that they are for the other packages of Memora alone. */
const INTERNAL = new Set(['privacy ./files', 'language ./words']);

interface Manifest {
  readonly private?: boolean;
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> };
  readonly exports?: Readonly<Record<string, { readonly 'memora-source'?: string } | string>>;
}

/** Breaches in the repository at `root`, as sentences. */
export function checkExports(root: string): string[] {
  return readdirSync(join(root, 'packages')).flatMap((name) => {
    const folder = join(root, 'packages', name);
    if (!existsSync(join(folder, 'package.json'))) return [];
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    if (manifest.private === true) return [];
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    const published = manifest.publishConfig?.exports ?? manifest.exports ?? {};
    const values = Object.entries(manifest.exports ?? {}).flatMap(([entry, target]) => {
      const source = typeof target === 'string' ? undefined : target['memora-source'];
      if (INTERNAL.has(`${name} ${entry}`) || entry === './internal') return [];
      if (published[entry] === undefined || source?.endsWith('.ts') !== true) return [];
      return exportedValues(join(folder, source)).map((value) => ({ entry, name: value }));
    });
    return findUndocumented(values, readme).map(
      ({ entry, name: value }) =>
        `packages/${name} (${entry})  exports ${value}, which its README does not name`,
    );
  });
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const breaches = checkExports(fileURLToPath(new URL('..', import.meta.url)));
  for (const breach of breaches) console.error(breach);
  console.error(breaches.length === 0 ? 'exports: in order' : `exports: ${breaches.length} breaches`);
  process.exitCode = breaches.length === 0 ? 0 : 1;
}
