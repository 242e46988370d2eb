import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runInProcess } from './run-in-process.ts';

/** A word in every file outside of the vault: whatever says it has read one. */
export const THEIRS = 'sentinelzanzibar';
/** The user's keys, which no hostile vault gets. */
const KEY = 'sk-the-users-own-key';

/** What an author of a vault can put at a name. `outside` is a folder of the user's, beside the vault. */
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

/** A vault of unknown origin, what its user has beside it, and a service that sees whatever connects to it. */
export interface HostileVault extends AsyncDisposable {
  readonly vault: string;
  readonly outside: string;
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  /** Everything outside of the vault: names, bytes, modes and times. */
  readonly snapshot: () => string;
  /** Connections there were, and what came with them. */
  readonly connections: readonly string[];
  readonly run: (argv: readonly string[]) => ReturnType<typeof runInProcess>;
}

/** Makes one; `spoil` puts the hostile part in. */
export async function openHostileVault(
  spoil: (vault: string, outside: string, url: string) => void,
  notes = NOTES,
): Promise<HostileVault> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'memora-enemy-')));
  const [vault, outside] = [join(folder, 'vault'), join(folder, 'outside')];
  mkdirSync(join(outside, 'folder'), { recursive: true });
  writeFileSync(join(outside, 'profile'), `${THEIRS}\n`, { mode: 0o644 });
  writeFileSync(join(outside, 'empty'), '', { mode: 0o644 });
  for (const name of [
    '2026-01-01T00-00-00.000Z.json',
    'claims.usearch',
    'claims.usearch.json',
    'egress.jsonl',
    'note.md',
    'memora.db',
  ])
    writeFileSync(join(outside, 'folder', name), `${THEIRS} pump\n`, { mode: 0o644 });
  for (const [path, text] of Object.entries(notes)) {
    mkdirSync(dirname(join(vault, path)), { recursive: true });
    writeFileSync(join(vault, path), text);
  }
  const connections: string[] = [];
  const server = createServer((request, response) => {
    connections.push(`${request.method} ${request.url} ${request.rawHeaders.join(' ')}`);
    response.end('{}');
  });
  server.on('connection', () => connections.push('connected'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  spoil(vault, outside, url);
  const env = {
    MEMORA_CONFIG_DIR: join(folder, 'config'),
    MEMORA_ENABLE_NETWORK_LLM: '1',
    OPENAI_API_KEY: KEY,
    ANTHROPIC_API_KEY: KEY,
    OLLAMA_API_KEY: KEY,
  };
  return {
    vault,
    outside,
    url,
    env,
    snapshot: () => JSON.stringify(look(outside)),
    connections,
    run: (argv) => runInProcess([...argv, '--vault', vault], { cwd: folder, env }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Puts something at a name of a vault; what a note had there keeps standing inside a folder that is exchanged. */
export function putAt(kind: string, name: string): (vault: string, outside: string) => void {
  return (vault, outside) => {
    const path = join(vault, name);
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path)) renameSync(path, join(dirname(outside), `was-${name.replaceAll('/', '-')}`));
    KINDS[kind]?.(path, outside);
  };
}

type Seen = readonly [name: string, mode: number, mtimeMs: number, content: string | readonly Seen[]];

function look(path: string): Seen {
  const found = lstatSync(path);
  const content = found.isDirectory()
    ? readdirSync(path)
        .sort()
        .map((name) => look(join(path, name)))
    : readFileSync(path, 'latin1');
  return [path, found.mode, found.mtimeMs, content];
}

/** Files below a folder, except links, pipes and files with a second name, that hold a word. */
export function filesThatSay(word: string, folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesThatSay(word, path);
    if (!entry.isFile() || lstatSync(path).nlink > 1) return [];
    return readFileSync(path, 'latin1').includes(word) ? [path] : [];
  });
}
