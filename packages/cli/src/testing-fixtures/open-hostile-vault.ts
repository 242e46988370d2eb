import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { lookAt, NOTES, THEIRS } from './hostile-kinds.ts';
import { runInProcess } from './run-in-process.ts';

/** The user's keys, which no hostile vault receives. */
const KEY = 'sk-the-users-own-key';

/** The input of a command that reads it: a chat. */
const CHAT = JSON.stringify([{ role: 'user', content: 'The crane lifts 12 tons.' }]);

/** A vault of unknown origin, the user's files next to it, and a service that records connections. */
export interface HostileVault extends AsyncDisposable {
  readonly vault: string;
  readonly outside: string;
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  /** Everything outside of the vault: names, bytes, modes and times. */
  readonly snapshot: () => string;
  /** The connections and what they received. */
  readonly connections: readonly string[];
  readonly run: (argv: readonly string[]) => ReturnType<typeof runInProcess>;
}

/** Creates one; `spoil` adds the hostile part. */
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
    snapshot: () => JSON.stringify(lookAt(outside)),
    connections,
    run: (argv) => runInProcess([...argv, '--vault', vault], { cwd: folder, env, stdin: CHAT }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
