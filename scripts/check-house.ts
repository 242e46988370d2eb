/**
 * Checks the house rules that no linter knows: `node scripts/check-house.ts`. They cover file names, file lengths, words for
 * unfinished or hidden work, and the files that every package needs. Prints each breach with its place; exits with 1 on any.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkFolders } from './large-folders.ts';
import { checkCommentWords, checkPageWords, checkShownWords } from './retired-words.ts';
import { checkWordLists } from './word-lists.ts';

const MAX_CODE_LINES = 300;
/** A test file may be long, because people read one test at a time. */
const MAX_TEST_LINES = 400;
const VAGUE_NAME = /^(?:utils?|common|helpers?|shared|types|misc)$/;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:property|test|test-d|config|base))*\.ts$/;
const README_SECTIONS = [
  'When to use',
  'Install',
  'Use',
  'API',
  'Errors',
  'What leaves the machine',
  'Stability',
];

/** A package README should take five minutes to read. The rest belongs in docs/reference/packages. */
const MAX_README_WORDS = 900;

const FORBIDDEN: readonly (readonly [pattern: RegExp, message: string])[] = [
  [/\b(?:TODO|FIXME|XXX)\b/, 'unfinished work is an issue, not a comment'],
  [
    /\b(?:it|test|describe)\.(?:skip|only|todo)\(/,
    'no test is skipped or singled out (skipIf names a condition)',
  ],
  [/biome-ignore(?!-end)(?:-\w+)? [\w/]+\s*:?\s*$/, 'say why the rule is switched off'],
  [/\bconstructor\.name\b/, 'a bundler that minifies renames classes'],
  [/^\s*(?:\/\/|\/\*)\s*@ts-ignore/, 'use @ts-expect-error with what is refused'],
];

/** Breaches in the repository at `root`, as `place  message`. */
export function checkHouse(root: string): string[] {
  const files = ['packages', 'bench', 'e2e', 'examples', 'packaging', 'scripts', 'site'].flatMap((folder) =>
    sourcesOf(join(root, folder)),
  );
  return [
    ...files.flatMap((file) => checkFile(relative(root, file), readFileSync(file, 'utf8'))),
    ...checkFolders(files.map((file) => relative(root, file))),
    ...packagesOf(root).flatMap((folder) => checkPackage(root, folder)),
    ...pagesOf(root).flatMap((page) => checkPage(root, page)),
  ];
}

function checkPage(root: string, page: string): string[] {
  const name = relative(root, page);
  const text = readFileSync(page, 'utf8');
  return [
    ...checkPaths(name, text, (path) => existsSync(join(root, path))),
    ...(name === DICTIONARY ? [] : checkPageWords(name, text)),
  ];
}

/** This file lists the retired words and their replacements. */
const DICTIONARY = join('docs', 'dictionary.md');

/** Breaches of one source file. */
export function checkFile(path: string, text: string): string[] {
  const lines = text.split('\n');
  const codeLines = countCodeLines(lines);
  const most = path.endsWith('.test.ts') ? MAX_TEST_LINES : MAX_CODE_LINES;
  const folders = dirname(path).split('/');
  return [
    ...(KEBAB.test(basename(path)) ? [] : [`${path}  file names are kebab-case`]),
    ...[basename(path, '.ts'), ...folders]
      .filter((name) => VAGUE_NAME.test(name))
      .map((name) => `${path}  "${name}" says nothing about what is inside`),
    ...checkWordLists(path, text),
    ...checkShownWords(path, text),
    ...checkCommentWords(path, text),
    ...(codeLines > most ? [`${path}  ${codeLines} code lines; past ${most} it is two files`] : []),
    ...lines.flatMap((line, i) =>
      path.startsWith('scripts/check-house')
        ? []
        : FORBIDDEN.filter(([pattern]) => pattern.test(line)).map(
            ([, message]) => `${path}:${i + 1}  ${message}`,
          ),
    ),
  ];
}

const NAMED_PATH = /`((?:packages|e2e|scripts|bench|docs|examples)\/[^\s`*<>{}…]+)`/g;

/** Paths of this repository that a page of the docs names and that do not exist. Paths with a placeholder are left out. */
export function checkPaths(page: string, text: string, exists: (path: string) => boolean): string[] {
  return text.split('\n').flatMap((line, i) =>
    [...line.matchAll(NAMED_PATH)]
      .map(([, path = '']) => path.replace(/:\d+$/, ''))
      .filter((path) => !exists(path))
      .map((path) => `${page}:${i + 1}  ${path} is not there`),
  );
}

/** The pages that a reader relies on today. Decisions describe the day on which they were made. */
function pagesOf(root: string): string[] {
  const inFolder = (folder: string) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder))
          .filter((name) => name.endsWith('.md'))
          .sort()
          .map((name) => join(root, folder, name))
      : [];
  return [
    ...inFolder('.'),
    ...['docs', 'docs/how-to', 'docs/reference'].flatMap(inFolder),
    ...packagesOf(root).map((folder) => join(folder, 'README.md')),
  ].filter((path) => existsSync(path));
}

/** Lines that are neither blank nor only a comment. */
function countCodeLines(lines: readonly string[]): number {
  let inComment = false;
  return lines.filter((line) => {
    const text = line.trim();
    if (inComment) {
      inComment = !text.includes('*/');
      return false;
    }
    if (text.startsWith('/*')) {
      inComment = !text.includes('*/');
      return false;
    }
    return text !== '' && !text.startsWith('//');
  }).length;
}

function checkPackage(root: string, folder: string): string[] {
  const path = relative(root, folder);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  if (manifest['private'] === true) return [];
  const readme = existsSync(join(folder, 'README.md'))
    ? readFileSync(join(folder, 'README.md'), 'utf8')
    : null;
  const headings = (readme ?? '').split('\n').filter((line) => line.startsWith('## '));
  const license = join(folder, 'LICENSE');
  const sameLicense =
    existsSync(license) && readFileSync(license, 'utf8') === readFileSync(join(root, 'LICENSE'), 'utf8');
  return [
    ...(readme === null ? [`${path}  has no README.md`] : []),
    ...(readme === null
      ? []
      : README_SECTIONS.filter(
          (section) => !headings.some((heading) => heading.slice(3).startsWith(section)),
        ).map((section) => `${path}/README.md  has no section "## ${section}"`)),
    ...checkReadmeLength(path, readme ?? ''),
    ...(sameLicense ? [] : [`${path}/LICENSE  is not the repository's licence`]),
    ...['description', 'license', 'engines', 'exports', 'files', 'publishConfig', 'sideEffects']
      .filter((field) => manifest[field] === undefined && !(field === 'sideEffects' && hasNoEntry(manifest)))
      .map((field) => `${path}/package.json  has no ${field}`),
  ];
}

/** Breaches of the length of a README, in words as `wc -w` counts them. */
export function checkReadmeLength(path: string, readme: string): string[] {
  const words = readme.split(/\s+/).filter((word) => word !== '').length;
  return words > MAX_README_WORDS
    ? [
        `${path}/README.md  ${words} words; past ${MAX_README_WORDS} the rest belongs in docs/reference/packages`,
      ]
    : [];
}

/** True for a package that is only a command. */
function hasNoEntry({ exports }: Record<string, unknown>): boolean {
  return (exports as Record<string, unknown> | undefined)?.['.'] === undefined;
}

function packagesOf(root: string): string[] {
  return readdirSync(join(root, 'packages'))
    .sort()
    .map((name) => join(root, 'packages', name))
    .filter((folder) => existsSync(join(folder, 'package.json')));
}

function sourcesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !/^(?:node_modules|dist|fixtures|testing-fixtures|assets|\..*)$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sourcesOf(path);
      return entry.name.endsWith('.ts') ? [path] : [];
    });
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const breaches = checkHouse(fileURLToPath(new URL('..', import.meta.url)));
  for (const breach of breaches) console.error(breach);
  console.error(breaches.length === 0 ? 'house: in order' : `house: ${breaches.length} breaches`);
  process.exitCode = breaches.length === 0 ? 0 : 1;
}
