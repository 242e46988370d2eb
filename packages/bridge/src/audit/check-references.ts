import type { FolderReader } from '../read/folder-reader.ts';
import type { Screening } from './screen-memory.ts';

/** The facts that a project's files give. */
export interface Project {
  /** A code and a reason for the first wrong reference in a text; null if all references are correct. */
  readonly check: (text: string, from: string) => Screening | null;
}

const CODE = /`([^`\n]+)`/gu;
const PATH =
  /(?<![\w@/:.-])((?:\.{1,2}\/)?(?:[\w.-]+\/)+[\w-]*(?:\.[\w-]+)*\/?|[\w-]+(?:\.[\w-]+)*\.(?:[cm]?[jt]sx?|json|ya?ml|toml|md|py|sh|go|rs|css|html|lock|sql|txt))(?![\w/])/gu;
const SCRIPT = /\b(npm|pnpm|yarn|bun)\s+(run\s+)?([a-z][\w:.-]*)/gu;
const TARGET = /(?<![\w-])make\s+([a-z][\w.-]*)/gu;
const VERSION =
  /\b(node(?:\.?js)?|pnpm|yarn|npm|typescript|python|vitest|react)\s+(?:version\s+|v)?(\d+)(?:\.(\d+))?(?![\w%]|\.\d+\.\d+\.)/giu;
/** Built-in commands of the package managers. */
const OWN = new Set([
  ...['install', 'i', 'ci', 'add', 'remove', 'update', 'up', 'exec', 'dlx', 'init', 'publish', 'pack'],
  ...['link', 'audit', 'test', 'start', 'why', 'list', 'outdated', 'create', 'login', 'version', 'config'],
  ...['cache', 'rebuild', 'prune', 'dedupe', 'import', 'global', 'set', 'workspace', 'workspaces', 'run'],
]);
const WORDS_AFTER_MAKE = new Set(
  'sure it the a an this that sense use them no changes your up do certain any'.split(' '),
);

/** Reads a project from its files; null for a folder without any. */
export function readProject(folder: FolderReader): Project | null {
  const manifest = parse(folder.read('package.json'));
  const makefile = text(folder.read('Makefile'));
  const isProject =
    manifest !== null ||
    makefile !== null ||
    ['pyproject.toml', 'go.mod', 'Cargo.toml'].some((name) => folder.read(name) !== null);
  if (!isProject) return null;
  const files = folder.list();
  const known = new Set<string>(files);
  for (const file of files) {
    let at = file.lastIndexOf('/');
    while (at > 0) {
      known.add(file.slice(0, at));
      at = file.lastIndexOf('/', at - 1);
    }
  }
  const top = new Set([...known].map((file) => file.split('/')[0]));
  const names = new Set(files.map((file) => file.slice(file.lastIndexOf('/') + 1)));
  const scripts = new Set(
    [...files.filter((file) => /(?:^|\/)package\.json$/u.test(file)).slice(0, 200)].flatMap((file) =>
      Object.keys(objectOf(parse(folder.read(file)), 'scripts')),
    ),
  );
  const targets = new Set(
    [...(makefile ?? '').matchAll(/^([\w.-]+)\s*:(?!=)/gmu)].map(([, name]) => name as string),
  );
  // A file that another tool or folder generates is not read.
  const isMadeElsewhere = files.some(
    (file) => file !== 'Makefile' && /(?:^|\/)(?:GNUmakefile|[Mm]akefile|[^/]+\.mk)$/u.test(file),
  );
  const versions = versionsOf(folder, manifest);

  function missingPath(path: string, from: string): boolean {
    const plain = path.replace(/^\.\//u, '').replace(/\/$/u, '');
    if (plain.includes('*') || plain.startsWith('..') || /^\d|^v\d/u.test(plain) || plain.startsWith('.git/'))
      return false;
    if (!plain.includes('/')) return !names.has(plain) && !known.has(plain);
    // In "and/or" and "client/server" the slash does not make a path: a path begins with an existing folder or ends like a file.
    const isFile = /\.[a-z]{1,5}$/iu.test(plain);
    if (!isFile && !top.has(plain.split('/')[0] ?? '')) return false;
    const beside = from.includes('/') ? `${from.slice(0, from.lastIndexOf('/'))}/${plain}` : plain;
    if (known.has(plain) || known.has(beside)) return false;
    return !files.some((file) => file.endsWith(`/${plain}`) || file.includes(`/${plain}/`));
  }

  return {
    check: (said, from) => {
      const stale = (code: string, reason: string): Screening => ({
        verdict: 'stale_reference',
        code,
        reason,
      });
      const code = [...said.matchAll(CODE)].map(([, inner]) => inner as string);
      const plain = said.replace(/https?:\/\/\S+|\[\[[^\]]*\]\]/gu, ' ');
      for (const [, tool = '', run, name = ''] of said.matchAll(SCRIPT)) {
        if (manifest === null || (run === undefined && (OWN.has(name) || tool === 'bun'))) continue;
        const isCommand = run !== undefined || code.some((each) => each.includes(`${tool} ${name}`));
        if (
          isCommand &&
          !scripts.has(name) &&
          !(name in objectOf(manifest, 'devDependencies')) &&
          !(name in objectOf(manifest, 'dependencies'))
        )
          return stale('script_missing', 'No package.json of the folder has the script that it names.');
      }
      for (const [, name = ''] of said.matchAll(TARGET)) {
        if (
          !isMadeElsewhere &&
          !WORDS_AFTER_MAKE.has(name) &&
          !targets.has(name) &&
          code.some((each) => each.includes(`make ${name}`))
        )
          return stale('target_missing', 'No Makefile of the folder has the target that it names.');
      }
      for (const [, path = ''] of plain.matchAll(PATH))
        if (missingPath(path, from))
          return stale('path_missing', 'The folder has no file of the path that it names.');
      for (const [, tool = '', major = '', minor] of said.matchAll(VERSION)) {
        const set = versions.get(tool.toLowerCase().replace(/\.?js$/u, ''));
        if (
          set !== undefined &&
          (set.major !== Number(major) ||
            (minor !== undefined && set.minor !== null && set.minor !== Number(minor))) &&
          !(set.isLeast && Number(major) >= set.major)
        )
          return stale('version_other', 'The folder sets another version of the tool that it names.');
      }
      return null;
    },
  };
}

interface Version {
  readonly major: number;
  readonly minor: number | null;
  /** True for "or later". */
  readonly isLeast: boolean;
}

function versionsOf(folder: FolderReader, manifest: Row | null): ReadonlyMap<string, Version> {
  const found = new Map<string, Version>();
  const put = (tool: string, said: unknown): void => {
    const [, sign = '', major, minor] =
      /^\s*([~^>=v]*)\s*(\d+)(?:\.(\d+))?/u.exec(typeof said === 'string' ? said : '') ?? [];
    if (major !== undefined && !found.has(tool))
      found.set(tool, {
        major: Number(major),
        minor: minor === undefined ? null : Number(minor),
        isLeast: sign.includes('>'),
      });
  };
  for (const file of ['.nvmrc', '.node-version']) put('node', text(folder.read(file)));
  put('python', text(folder.read('.python-version')));
  for (const [, tool = '', version] of (text(folder.read('.tool-versions')) ?? '').matchAll(
    /^(\S+)\s+(\S+)/gmu,
  ))
    put(tool.replace(/js$/u, ''), version);
  const [, manager = '', version] = /^(\w+)@(\S+)/u.exec(String(manifest?.['packageManager'] ?? '')) ?? [];
  if (manager !== '') put(manager, version);
  for (const [tool, range] of Object.entries(objectOf(manifest, 'engines'))) put(tool, range);
  for (const field of ['devDependencies', 'dependencies'])
    for (const tool of ['typescript', 'vitest', 'react']) put(tool, objectOf(manifest, field)[tool]);
  return found;
}

type Row = Readonly<Record<string, unknown>>;

function objectOf(row: Row | null, name: string): Row {
  const value = row?.[name];
  return typeof value === 'object' && value !== null ? (value as Row) : {};
}

function text(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

function parse(bytes: Uint8Array | null): Row | null {
  try {
    const value: unknown = JSON.parse(text(bytes) ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Row) : null;
  } catch {
    return null;
  }
}
