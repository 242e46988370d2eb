/**
 * Measures the size of the source in syntax tokens and lines: `node scripts/measure-house.ts [ROOT]`. Moving
 * code, longer lines, and moving data between literals do not reduce these figures. `--json` prints them as JSON.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureSource, type SourceFigures } from './measure/measure-source.ts';

/** The size of a group of sources. */
export interface GroupFigures {
  readonly files: number;
  readonly lines: number;
  readonly tokens: number;
}

/** The figures that may not rise: `scripts/check-freeze.ts` keeps them. */
export interface FrozenFigures {
  /** Regular expressions in the source of the product. */
  readonly expressions: number;
  /** Files of the product outside `packages/language` that contain words of a natural language. */
  readonly filesWithWords: number;
  /** SQL statements that are prepared from a string instead of a typed query. */
  readonly statements: number;
  /** Templates of the query builder that contain SQL. */
  readonly templates: number;
  /** Statements of `packages/postgres` that are written as strings. */
  readonly statementsOfPostgres: number;
  /** Lines of the folders with language rules that are to be deleted. */
  readonly linesToGo: number;
}

/** What `measureHouse` found. */
export interface HouseFigures extends FrozenFigures {
  readonly product: GroupFigures;
  readonly tests: GroupFigures;
  readonly benches: GroupFigures;
  readonly data: { readonly files: number; readonly lines: number };
  /** Names that files of the product export. */
  readonly exported: number;
}

/** Folders and files with language rules that will be deleted. A model, or a scored labelled set, replaces them. */
export const TO_GO: readonly string[] = [
  ...['drift', 'clauses', 'withdrawn', 'words', 'tokens', 'figures'].map(
    (name) => `packages/validator/src/${name}`,
  ),
  'packages/engine/src/answer/units',
  ...['asked', 'words', 'scripts'].map((name) => `packages/language/src/${name}`),
  'packages/claims/src/relate/compare',
  'packages/agent-memory/src/admit',
  'packages/agent-memory/src/passing',
  'packages/bridge/src/audit/conflicts-with.ts',
];

/** Measures the sources under `root`. Throws `SyntaxError` where one does not parse. */
export function measureHouse(root: string): HouseFigures {
  const product: Measured[] = [];
  const tests: Measured[] = [];
  const benches: Measured[] = [];
  for (const { path, text } of filesIn(root, root, /\.tsx?$/)) {
    const group = groupOf(path);
    if (group === null) continue;
    const groups = { product, tests, benches };
    groups[group].push({ path, ...measureSource(path, text) });
  }
  const data = filesIn(join(root, 'packages'), root, /\.(?:json|tsv|csv|txt)$/).filter(
    ({ path }) => path.includes('/src/') || path.includes('/assets/'),
  );
  return {
    product: sum(product),
    tests: sum(tests),
    benches: sum(benches),
    data: { files: data.length, lines: data.reduce((lines, { text }) => lines + countLines(text), 0) },
    exported: total(product, 'exported'),
    expressions: total(product, 'expressions'),
    statements: total(product, 'statements'),
    templates: total(product, 'templates'),
    statementsOfPostgres: total(
      product.filter(({ path }) => path.startsWith('packages/postgres/')),
      'texts',
    ),
    filesWithWords: product.filter(
      ({ path, holdsWords }) => holdsWords && !path.startsWith('packages/language/'),
    ).length,
    linesToGo: total(
      product.filter(({ path }) => isToGo(path)),
      'lines',
    ),
  };
}

type Measured = SourceFigures & { readonly path: string };

function groupOf(path: string): 'product' | 'tests' | 'benches' | null {
  if (/\.test(?:\.property)?(?:-d)?\.ts$|\/(?:testing-fixtures|testing|fixtures)\//.test(`/${path}`))
    return 'tests';
  if (/^packages\/[^/]+\/(?:src|page)\//.test(path)) return 'product';
  if (path.startsWith('e2e/')) return 'tests';
  return /^(?:bench|scripts|packages\/[^/]+\/scripts)\//.test(path) ? 'benches' : null;
}

function isToGo(path: string): boolean {
  return TO_GO.some((place) => path === place || path.startsWith(`${place}/`));
}

function sum(files: readonly Measured[]): GroupFigures {
  return { files: files.length, lines: total(files, 'lines'), tokens: total(files, 'tokens') };
}

function total(
  files: readonly Measured[],
  name: 'lines' | 'tokens' | 'exported' | 'expressions' | 'statements' | 'templates' | 'texts',
): number {
  return files.reduce((all, file) => all + file[name], 0);
}

function countLines(text: string): number {
  return text.split('\n').length;
}

function filesIn(folder: string, root: string, named: RegExp): { path: string; text: string }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (/^(?:node_modules|dist|coverage|\..*)$/.test(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path, root, named);
    if (!named.test(entry.name) || !statSync(path).isFile()) return [];
    return [{ path: relative(root, path), text: readFileSync(path, 'utf8') }];
  });
}

function print(figures: HouseFigures): void {
  const rows: [string, ...(string | number)[]][] = [
    ['', 'files', 'lines', 'tokens'],
    ...(['product', 'tests', 'benches'] as const).map((name): [string, number, number, number] => {
      const { files, lines, tokens } = figures[name];
      return [NAMES[name], files, lines, tokens];
    }),
    ['data of packages', figures.data.files, figures.data.lines, ''],
  ];
  for (const [name, ...cells] of rows)
    console.log(name.padEnd(36) + cells.map((cell) => cell.toLocaleString('en').padStart(12)).join(''));
  console.log(
    `\n${'names that the product exports'.padEnd(36)}${figures.exported.toLocaleString('en').padStart(12)}`,
  );
  for (const [name, text] of Object.entries(FROZEN))
    console.log(text.padEnd(36) + figures[name as keyof FrozenFigures].toLocaleString('en').padStart(12));
}

const NAMES = { product: 'product', tests: 'fixtures and tests', benches: 'benches and scripts' };

/** The frozen figures in words. */
export const FROZEN: Readonly<Record<keyof FrozenFigures, string>> = {
  expressions: 'regular expressions',
  filesWithWords: 'files that hold words of a language',
  linesToGo: 'lines of language rules to go',
  statements: 'statements prepared from a text',
  templates: 'templates of SQL',
  statementsOfPostgres: 'statements for PostgreSQL',
};

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [given] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
  const figures = measureHouse(resolve(given ?? fileURLToPath(new URL('..', import.meta.url))));
  if (process.argv.includes('--json')) console.log(JSON.stringify(figures, null, 2));
  else print(figures);
}
