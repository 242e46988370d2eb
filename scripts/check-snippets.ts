/**
 * Compiles and runs the TypeScript of the documents: `node scripts/check-snippets.ts [document …]`, from
 * source, without a build. With `--built` it compiles against the declarations of a build, as users do.
 * `extractSnippets` describes the syntax of snippets. They run one after the other in one process, each in an
 * empty folder with its own configuration folder and without a network flag.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractSnippets, matchesOutput, type Snippet } from './extract-snippets.ts';
import { type EndedProgram, type Program, runInTurn } from './testing-fixtures/run-in-turn.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const work = join(root, '.snippets');
const TIMEOUT_MS = 60_000;

rmSync(work, { recursive: true, force: true });
const isBuilt = process.argv.includes('--built');
const named = process.argv
  .slice(2)
  .filter((arg) => arg !== '--built')
  .map((path) => relative(root, resolve(path)));
const snippets = (named.length > 0 ? named : documents()).flatMap((document) =>
  extractSnippets(document, readFileSync(join(root, document), 'utf8')),
);
linkPackages();
for (const snippet of snippets) writeFileSync(join(work, fileNameOf(snippet)), snippet.code);
const problems = [...checkTypes(), ...(await runAll(snippets.filter(({ runs }) => runs)))];
for (const problem of problems) console.error(problem);
const compared = snippets.filter(({ runs }) => runs).flatMap(({ prints }) => prints ?? []).length;
console.error(
  `snippets: ${snippets.length} compiled, ${snippets.filter(({ runs }) => runs).length} run, ${compared} printed lines compared, ${problems.length} problems`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
if (problems.length === 0) rmSync(work, { recursive: true, force: true });

function documents(): string[] {
  const markdown = (folder: string): string[] =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
          .filter(
            (entry) =>
              entry.isFile() && entry.name.endsWith('.md') && !/node_modules|dist/.test(entry.parentPath),
          )
          .map((entry) => relative(root, join(entry.parentPath, entry.name)))
          .sort()
      : [];
  const readmes = ['packages', 'examples'].flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder)).map((name) => `${folder}/${name}/README.md`)
      : [],
  );
  return [
    ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...readmes].filter((path) =>
      existsSync(join(root, path)),
    ),
    ...markdown('docs'),
  ];
}

/** `.snippets/node_modules` contains every package of the repository and all of their dependencies. */
function linkPackages(): void {
  const modules = join(work, 'node_modules');
  for (const name of readdirSync(join(root, 'packages'))) {
    const folder = join(root, 'packages', name);
    if (!existsSync(join(folder, 'package.json'))) continue;
    link(folder, join(modules, '@memora', name));
    for (const dependency of dependenciesOf(folder)) {
      const source = join(folder, 'node_modules', dependency);
      if (!dependency.startsWith('@memora/') && existsSync(source)) link(source, join(modules, dependency));
    }
  }
  for (const dependency of dependenciesOf(root))
    link(join(root, 'node_modules', dependency), join(modules, dependency));
}

function dependenciesOf(folder: string): string[] {
  const { dependencies, peerDependencies, devDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Record<string, Record<string, string> | undefined>;
  return Object.keys({ ...dependencies, ...peerDependencies, ...devDependencies });
}

function link(target: string, path: string): void {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

function checkTypes(): string[] {
  if (snippets.length === 0) return [];
  const compilerOptions = {
    noEmit: true,
    ...(isBuilt ? {} : { customConditions: ['memora-source'] }),
    lib: ['es2024', 'esnext.disposable', 'esnext.iterator', 'dom', 'dom.asynciterable'],
    types: ['node'],
    noUnusedLocals: false,
    noUnusedParameters: false,
    noPropertyAccessFromIndexSignature: false,
  };
  const files = snippets.map(fileNameOf);
  writeFileSync(
    join(work, 'tsconfig.json'),
    JSON.stringify({ extends: '../tsconfig.base.json', compilerOptions, files }),
  );
  writeFileSync(join(work, 'package.json'), '{ "type": "module", "private": true }\n');
  const { status, stdout } = spawnSync(
    join(root, 'node_modules/.bin/tsc'),
    ['-p', work, '--pretty', 'false', '--checkers', '1'],
    {
      encoding: 'utf8',
      cwd: work,
    },
  );
  if (status === 0) return [];
  const documentByFile = new Map(snippets.map((snippet) => [fileNameOf(snippet), snippet.document]));
  return stdout
    .trim()
    .split('\n')
    .map((line) =>
      line.replace(
        /^(\S+?)\((\d+),(\d+)\)/,
        (_, file: string, at: string, column: string) =>
          `${documentByFile.get(file) ?? file}:${at}:${column}`,
      ),
    );
}

/** In order of the documents. */
async function runAll(queue: readonly Snippet[]): Promise<string[]> {
  const { MEMORA_VAULT: _, MEMORA_ENABLE_NETWORK_LLM: __, ...inherited } = process.env;
  const ended = await runInTurn(queue.map(toProgram), {
    nodeArgs: ['--conditions=memora-source'],
    env: {
      ...inherited,
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'memora-tests'),
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
    },
    longestMs: TIMEOUT_MS,
  });
  return queue.flatMap((snippet, i) => judge(snippet, ended[i] as EndedProgram));
}

/** A snippet in its own folder, with the files that its document shows. */
function toProgram(snippet: Snippet): Program {
  const cwd = join(work, 'run', fileNameOf(snippet).replace(/\.ts$/, ''));
  mkdirSync(cwd, { recursive: true });
  for (const { path, text } of snippet.files) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  // A new temporary folder, so that files of an earlier run do not count.
  const temporary = join(cwd, '.tmp');
  mkdirSync(temporary, { recursive: true });
  const env = { MEMORA_CONFIG_DIR: join(cwd, '.memora-config'), TMPDIR: temporary };
  return { file: join(work, fileNameOf(snippet)), cwd, env };
}

function judge(snippet: Snippet, { status, stdout, stderr }: EndedProgram): string[] {
  const place = `${snippet.document}:${snippet.line}`;
  if (status !== '0') return [`${place}: exits ${status}\n${indent(stderr)}`];
  if (snippet.prints === null || matchesOutput(snippet.prints, stdout)) return [];
  return [
    `${place}: prints\n${indent(stdout)}\n  and says that it prints\n${indent(snippet.prints.join('\n'))}`,
  ];
}

function fileNameOf({ document, line }: Snippet): string {
  return `${document.replace(/\.md$/, '').replaceAll(/[^A-Za-z0-9]+/g, '-')}.${line}.ts`;
}

function indent(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}
