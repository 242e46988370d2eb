import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { type Declared, findDeclaration } from './find-declaration.ts';

/** A page of the API of one package. */
export interface ApiPage {
  readonly name: string;
  readonly text: string;
}

interface Manifest {
  readonly private?: boolean;
  readonly description: string;
  readonly exports?: Readonly<Record<string, { readonly 'memora-source'?: string } | string>>;
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> };
}

/** The API of every published package: each exported name, with its type from the source and the text of its docstring. */
export function writeApi(root: string): ApiPage[] {
  return readdirSync(join(root, 'packages'))
    .sort()
    .flatMap((name) => {
      const folder = join(root, 'packages', name);
      if (!existsSync(join(folder, 'package.json'))) return [];
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
      const entries = entriesOf(manifest);
      if (manifest.private === true || entries.length === 0) return [];
      const parts = entries.map(([entry, source]) =>
        writeEntry(`@memora/${name}${entry.slice(1)}`, join(folder, source), root),
      );
      const head = `# API of @memora/${name}\n\n${manifest.description}\nWritten from the source. [What the package is for](/packages/${name}.md).\n`;
      return [{ name, text: `${[head, ...parts].join('\n')}` }];
    });
}

function entriesOf({ exports = {}, publishConfig }: Manifest): (readonly [string, string])[] {
  const published = publishConfig?.exports ?? exports;
  return Object.entries(exports).flatMap(([entry, target]) => {
    const source = typeof target === 'string' ? undefined : target['memora-source'];
    const isShown =
      entry !== './internal' && published[entry] !== undefined && source?.endsWith('.ts') === true;
    return isShown ? [[entry, source] as const] : [];
  });
}

function writeEntry(specifier: string, file: string, root: string): string {
  const elsewhere = new Set<string>();
  const found = new Map<string, Declared>();
  for (const { name, inner, source } of exportsOf(file, elsewhere)) {
    const declared = findDeclaration(inner, source, root);
    if (declared !== null && !found.has(name)) found.set(name, { ...declared, name });
  }
  const others = [...elsewhere].map((from) => `\nAlso exports what it takes from \`${from}\`.\n`);
  const items = [...found.values()]
    .sort((a, b) => Number(isType(a)) - Number(isType(b)) || (a.name < b.name ? -1 : 1))
    .map(
      ({ name, about, code }) =>
        `### ${name}\n\n${about === '' ? '' : `${about}\n\n`}\`\`\`ts\n${code}\n\`\`\`\n`,
    );
  return [`## ${specifier}\n`, ...others, ...items].join('\n');
}

/** Functions and values come first: a reader looks for what to call. */
function isType({ code }: Declared): boolean {
  return /^(?:export )?(?:declare )?(?:interface|type) /u.test(code);
}

/** A name that a file exports, and its origin. */
interface Exported {
  readonly name: string;
  readonly inner: string;
  readonly source: string;
}

/** The names that a file exports, including those of `export *`. Names from other packages are only listed. */
function exportsOf(file: string, elsewhere: Set<string>, seen = new Set<string>()): Exported[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  const own: Exported[] = [];
  const starred: Exported[] = [];
  for (const { entries } of module.staticExports)
    for (const { exportName, importName, moduleRequest } of entries) {
      const from = moduleRequest?.value;
      const source = from === undefined ? file : join(dirname(file), from);
      if (from !== undefined && !from.startsWith('.')) {
        if (from.startsWith('@memora/')) elsewhere.add(from);
      } else if (exportName.name !== null)
        own.push({ name: exportName.name, inner: importName.name ?? exportName.name, source });
      else starred.push(...exportsOf(source, elsewhere, seen).filter(({ name }) => name !== 'default'));
    }
  // A name of the file itself takes precedence over one from `export *`.
  return [...own, ...starred];
}
