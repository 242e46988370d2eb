import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lookAt, NOTES, THEIRS } from '@memora/cli/hostile-kinds';
import type { HostileVault, Site } from './hostile-vault.ts';
import { putFile } from './put-file.ts';

/** The user's keys, which no hostile vault gets. */
export const KEY = 'sk-the-users-own-key';
/** Programs that a vault could have run. Each one leaves a file when it runs. */
const TRAPS = ['git', 'sh', 'bash', 'xdg-open', 'open', 'npm', 'npx', 'curl', 'touch'];

/** The service's answer: a model that found no claim. */
const REPLY = JSON.stringify({
  id: 'r',
  object: 'chat.completion',
  created: 0,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: '{"claims":[]}' }, finish_reason: 'stop' }],
});

/** A hostile vault and its user's surroundings. */
export interface OpenSite extends Site, AsyncDisposable {
  readonly folder: string;
  /** The places where the user lets Memora write: the vault, the configuration, caches, and paths that a command line names. */
  readonly own: readonly string[];
  /** A folder for files that a command line names. */
  readonly typed: string;
  readonly env: Readonly<Record<string, string>>;
  /** Everything of the user outside the vault: names, bytes, modes and times. */
  readonly snapshot: () => string;
  /** The connections so far, and the data that they carried. */
  readonly connections: readonly string[];
  /** Programs that were run. */
  readonly ran: () => readonly string[];
}

/**
 * Creates a vault, lets its author spoil it, and opens a service that waits for the user's key. The user's
 * cache of compiled code is in the site, or shared with their other vaults.
 */
export async function openSite({ spoil }: Pick<HostileVault, 'spoil'>, ofOthers?: string): Promise<OpenSite> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'memora-site-')));
  const at = (name: string) => join(folder, name);
  const [vault, outside, cache] = [at('vault'), at('outside'), ofOthers ?? at('cache')];
  for (const name of ['vault', 'outside/folder', 'home', 'config', 'cache', 'typed', 'tmp', 'bin'])
    mkdirSync(at(name), { recursive: true });
  writeFileSync(join(outside, 'profile'), `${THEIRS}\n`);
  writeFileSync(join(outside, 'empty'), '');
  for (const name of [
    '2026-01-01T00-00-00.000Z.json',
    'claims.usearch',
    'claims.usearch.json',
    'config.toml',
    'egress.jsonl',
    'note.md',
    'memora.db',
  ])
    writeFileSync(join(outside, 'folder', name), `${THEIRS} pump\n`);
  for (const name of TRAPS) {
    writeFileSync(at(`bin/${name}`), `#!/bin/sh\n: > '${at('ran')}-${name}'\n`);
    chmodSync(at(`bin/${name}`), 0o755);
  }
  for (const [path, text] of Object.entries(NOTES)) putFile({ vault }, path, text);
  const connections: string[] = [];
  const server = createServer((request, response) => {
    connections.push(`${request.method} ${request.url} ${request.rawHeaders.join(' ')}`);
    // Nonsense first, then a reply. After nonsense the client asks again, with a pause before each attempt.
    response.setHeader('content-type', 'application/json');
    response.end(connections.filter((each) => each.includes(' /v1/chat/')).length > 1 ? REPLY : '{}');
  });
  server.on('connection', () => connections.push('connected'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  spoil({ vault, outside, url });
  return {
    folder,
    vault,
    outside,
    url,
    own: [vault, at('config'), cache, at('typed'), at('tmp')],
    typed: at('typed'),
    env: {
      PATH: at('bin'),
      HOME: at('home'),
      XDG_CACHE_HOME: cache,
      MEMORA_CONFIG_DIR: at('config'),
      TMPDIR: at('tmp'),
      // The user calls models of their own. A vault must not use them.
      MEMORA_ENABLE_NETWORK_LLM: '1',
      OPENAI_API_KEY: KEY,
      ANTHROPIC_API_KEY: KEY,
      OLLAMA_API_KEY: KEY,
    },
    snapshot: () => JSON.stringify([lookAt(outside), lookAt(at('home'))]),
    connections,
    ran: () => [
      ...readdirSync(folder).filter((name) => name.startsWith('ran-')),
      ...['pwned', '.git/pwned'].filter((name) => existsSync(join(vault, name))),
    ],
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
