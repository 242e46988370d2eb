import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importsOfSource } from '../imports-of-source.ts';

/**
 * The test files of packages that load a source, directly or through other files: those in its folder first, then those with the fewest imports
 * in between, its own package before others. Paths from the root of the repository. The first ones are most likely to notice a fault in it.
 */
export function testsBehind(root: string, source: string): string[] {
  const importers = importersIn(root);
  const isOwn = (path: string) => path.split('/')[1] === source.split('/')[1];
  const isNear = (path: string) => dirname(path) === dirname(source);
  const seen = new Set([source]);
  const tests: string[] = [];
  let files = [source];
  while (files.length > 0) {
    files = files
      .flatMap((file) => importers.get(file) ?? [])
      .filter((file) => !seen.has(file) && seen.add(file));
    const found = files.filter((file) => file.endsWith('.test.ts')).sort();
    tests.push(...found.filter(isOwn), ...found.filter((path) => !isOwn(path)));
  }
  return [...tests.filter(isNear), ...tests.filter((path) => !isNear(path))];
}

let known: ReadonlyMap<string, readonly string[]> | undefined;

/** The files that import each file of a package. */
function importersIn(root: string): ReadonlyMap<string, readonly string[]> {
  if (known !== undefined) return known;
  const entries = entriesIn(root);
  const importers = new Map<string, string[]>();
  for (const path of globSync('packages/*/src/**/*.ts', { cwd: root }).sort()) {
    const text = readFileSync(join(root, path), 'utf8');
    for (const { specifier } of importsOfSource(path, text)) {
      const target = specifier.startsWith('.') ? join(dirname(path), specifier) : entries.get(specifier);
      if (target === undefined || !existsSync(join(root, target))) continue;
      importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  known = importers;
  return known;
}

/** The source of each package entry, by import specifier. */
function entriesIn(root: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const manifest of globSync('packages/*/package.json', { cwd: root })) {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, manifest), 'utf8')) as {
      readonly name: string;
      readonly exports?: Readonly<Record<string, { readonly 'memora-source'?: string } | string>>;
    };
    for (const [entry, target] of Object.entries(exports)) {
      const source = typeof target === 'string' ? undefined : target['memora-source'];
      if (source !== undefined) found.set(join(name, entry), join(dirname(manifest), source));
    }
  }
  return found;
}
