import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** A word in every file outside of the vault: output with this word proves that a command has read one. */
export const THEIRS = 'sentinelzanzibar';

/** Every file name that Memora uses in a vault. */
export const NAMES: readonly string[] = [
  '.memora',
  '.memora/.gitignore',
  '.memora/config.toml',
  '.memora/egress.jsonl',
  '.memora/egress.jsonl.1',
  '.memora/calls.jsonl',
  '.memora/calls.jsonl.1',
  '.memora/written.jsonl',
  '.memora/memora.db',
  '.memora/memora.db-wal',
  '.memora/memora.db-shm',
  '.memora/memora.db-journal',
  '.memora/memora.db.mark',
  '.memora/use.db',
  '.memora/use.db.mark',
  '.memora/watch.lock',
  '.memora/maintain.lock',
  '.memora/keys.lock',
  '.memora/import.lock',
  '.memora/turns.lock',
  '.memora/vectors',
  '.memora/vectors/claims.usearch',
  '.memora/vectors/claims.usearch.json',
  '.memora/challenger',
  '.memora/challenger/2026-01-01T00-00-00.000Z.json',
  '.memora/last_challenger.json',
  '.memora/consolidation.json',
  '.memora/memory-consolidation.json',
  '.memora/links.json',
  '.memora/schedule.json',
  '.memora/report.html',
  'world_map.md',
  '_atlas.md',
  '_index.md',
  '_ledger.md',
  'notes',
  'notes/_atlas.md',
  'pump.md',
  'episodic',
  'episodic/conversations',
];

/** What an attacker can put in the place of a name. `outside` is a folder of the user next to the vault. */
export const KINDS: Readonly<Record<string, (path: string, outside: string) => void>> = {
  'a link to a file': (path, outside) => symlinkSync(join(outside, 'profile'), path),
  'a dangling link': (path, outside) => symlinkSync(join(outside, 'absent'), path),
  'a link to a folder': (path, outside) => symlinkSync(join(outside, 'folder'), path),
  'a hard link': (path, outside) => linkSync(join(outside, 'profile'), path),
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a folder': (path) => mkdirSync(path),
};

/** Notes of an ordinary vault, with a page and a decision, so that every command has something to do. */
export const NOTES: Readonly<Record<string, string>> = {
  'pump.md':
    '---\ndate: 2025-05-01\n---\n# Pump\n\nThe pump runs at 40 bar. The pump has a seal.\n\nbuoy interval:: 60 seconds\n',
  'notes/ida.md':
    '# Ida\n\nIda leads the project. <!--privacy:secret-->Her code is kestrel.<!--/privacy-->\n',
};

/** Puts something in the place of a name of a vault. A replaced folder keeps the text of a note in it. */
export function putAt(kind: string, name: string): (vault: string, outside: string) => void {
  return (vault, outside) => {
    const path = join(vault, name);
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path)) renameSync(path, join(dirname(outside), `was-${name.replaceAll('/', '-')}`));
    KINDS[kind]?.(path, outside);
  };
}

/** The recorded state of one file or folder. */
type Seen = readonly [name: string, mode: number, mtimeMs: number, content: string | readonly Seen[]];

/** Everything at a path and below it: names, bytes, modes and times. */
export function lookAt(path: string): Seen {
  const found = lstatSync(path);
  const content = found.isDirectory()
    ? readdirSync(path)
        .sort()
        .map((name) => lookAt(join(path, name)))
    : readFileSync(path, 'latin1');
  return [path, found.mode, found.mtimeMs, content];
}

/** Files below a folder that contain a word, except links, pipes and files with a second name. */
export function filesThatSay(word: string, folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesThatSay(word, path);
    if (!entry.isFile() || lstatSync(path).nlink > 1) return [];
    return readFileSync(path, 'latin1').includes(word) ? [path] : [];
  });
}
