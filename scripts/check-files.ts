/**
 * Fails if source changes files without `@memora/privacy/files`, the one module that does so safely. It searches all sources of `packages/`
 * outside that module for functions of `node:fs` that write, make, move or remove. `lint` runs it. Each finding names its file and line.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A place where source changes files without the module. */
export interface FilesFinding {
  readonly file: string;
  readonly line: number;
  readonly found: string;
}

/** A file that may use some of these functions, and the reason. An entry that is no longer needed is a finding. */
export interface FilesAllowance {
  readonly file: string;
  readonly names: readonly string[];
  readonly why: string;
}

/** The module. */
const MODULE = 'packages/privacy/src/files/';

/** The whole list of exceptions. */
export const ALLOWED: readonly FilesAllowance[] = [
  {
    file: 'packages/cli/src/commands/demo.ts',
    names: ['cp', 'mkdtemp', 'rm'],
    why: 'makes and removes a throwaway folder of its own, under a name that mkdtemp chose',
  },
  {
    file: 'packages/engine/src/model-test/run-model-test.ts',
    names: ['mkdtemp', 'rm'],
    why: 'makes and removes a throwaway folder of its own, under a name that mkdtemp chose',
  },
  {
    file: 'packages/cli/src/output/open-output-stream.ts',
    names: ['writeSync'],
    why: 'writes to standard output and standard error, which are open already',
  },
];

/** The functions that only read. Everything else that `node:fs` exports is refused, including future functions. */
const READS = new Set(
  [
    'access accessSync constants exists existsSync readFile readFileSync readdir readdirSync realpath realpathSync',
    'stat statSync lstat lstatSync fstat fstatSync statfs statfsSync readlink readlinkSync read readSync',
    'watch watchFile unwatchFile FSWatcher Stats BigIntStats Dirent StatSyncFn PathLike close closeSync',
  ].flatMap((line) => line.split(' ')),
);

/** A reader that opens the file. It passes explicit flags, and none of them writes. */
const READERS = new Set([
  'packages/vault/src/files/read-note-file.ts',
  'packages/vault/src/files/holds-bytes.ts',
  'packages/retrieval/src/embed/open-hugging-face-embedder.ts',
  'packages/retrieval/src/embed/word-table-file.ts',
  'packages/cli/src/input/read-file-chunks.ts',
]);

const IMPORT = /\bimport\s+(type\s+)?([^;'"]+?)\s+from\s*['"](?:node:)?fs(?:\/promises)?['"]/g;
const DYNAMIC =
  /\b(?:import|require|getBuiltinModule)\s*\(\s*['"`](?:node:)?fs(?:\/promises)?['"`]\s*\)|\bexport\s[^;]*?from\s*['"](?:node:)?fs(?:\/promises)?['"]/g;

/** The findings in one file of source. `file` is relative to the root, with `/`. */
export function findFileAccess(file: string, source: string): FilesFinding[] {
  if (file.startsWith(MODULE)) return [];
  const lineAt = (index: number) => source.slice(0, index).split('\n').length;
  const findings: FilesFinding[] = [];
  for (const match of source.matchAll(IMPORT)) {
    if (match[1] !== undefined) continue;
    for (const name of namesOf(match[2] ?? '')) {
      const mayOpen = READERS.has(file) && name === 'openSync';
      if (!READS.has(name) && !mayOpen) findings.push({ file, line: lineAt(match.index), found: name });
    }
  }
  for (const match of source.matchAll(DYNAMIC))
    findings.push({ file, line: lineAt(match.index), found: match[0] });
  return findings;
}

/** The names that an import brings; `*` for all of them. */
function namesOf(clause: string): string[] {
  const inner = /\{([^}]*)\}/.exec(clause);
  const outside = clause
    .replace(/\{[^}]*\}/, '')
    .replaceAll(',', ' ')
    .trim();
  const named = (inner?.[1] ?? '').split(',').flatMap((part) => {
    const name = part.trim().split(/\s+as\s+/)[0] ?? '';
    return name === '' || name.startsWith('type ') ? [] : [name];
  });
  return outside === '' ? named : ['*', ...named];
}

/** Removes allowed findings, and reports entries of the list that are no longer needed. */
export function applyAllowances(
  findings: readonly FilesFinding[],
  allowed: readonly FilesAllowance[],
): FilesFinding[] {
  const covers = (entry: FilesAllowance, finding: FilesFinding) =>
    entry.file === finding.file && entry.names.includes(finding.found);
  const stale = allowed.flatMap((entry) =>
    entry.names
      .filter((name) => !findings.some(({ file, found }) => file === entry.file && found === name))
      .map((name) => ({ file: entry.file, line: 1, found: `allowance of ${name}, which is not needed` })),
  );
  return [...findings.filter((finding) => !allowed.some((entry) => covers(entry, finding))), ...stale];
}

/** Every finding in the repository at `root`. */
export function checkFiles(root: string): FilesFinding[] {
  const findings: FilesFinding[] = [];
  for (const name of readdirSync(join(root, 'packages'))) {
    const folder = join(root, 'packages', name, 'src');
    if (statSync(folder, { throwIfNoEntry: false }) === undefined) continue;
    for (const file of sourceFiles(folder)) {
      const own = relative(root, file).split(sep).join('/');
      findings.push(...findFileAccess(own, readFileSync(file, 'utf8')));
    }
  }
  return applyAllowances(findings, ALLOWED);
}

function* sourceFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'testing-fixtures') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceFiles(path);
    else if (/\.ts$/.test(entry.name) && !/\.test(?:-d)?\.ts$/.test(entry.name)) yield path;
  }
}

function main(): void {
  const found = checkFiles(fileURLToPath(new URL('..', import.meta.url)));
  for (const { file, line, found: what } of found) process.stderr.write(`${file}:${line} ${what}\n`);
  if (found.length === 0) return;
  process.stderr.write(
    'Files are written, moved and removed through @memora/privacy/files; a file that must be an exception is listed, with the ' +
      'reason, in scripts/check-files.ts.\n',
  );
  process.exitCode = 1;
}

if (import.meta.main ?? process.argv[1] === fileURLToPath(import.meta.url)) main();
