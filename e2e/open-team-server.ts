import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { runMemora } from './run-memora.ts';

/** Why no PostgreSQL can be set up here; null if one can. */
export const noServer: string | null = whyNoServer();

/** A team's server as a process, with its own database, set up by the commands of the documents. */
export interface TeamServer extends AsyncDisposable {
  readonly url: string;
  /** The token of each member. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly log: () => string;
}

/** Opens it for an administrator, the first of the members, and writers. */
export async function openTeamServer([admin, ...writers]: readonly [
  string,
  ...string[],
]): Promise<TeamServer> {
  const postgres = await startServer();
  postgres.psql('CREATE DATABASE memory');
  postgres.psql('CREATE ROLE memora_app LOGIN NOINHERIT');
  const folder = await mkdtemp(join(tmpdir(), 'memora-team-server-'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    MEMORA_CONFIG_DIR: join(folder, 'config'),
    MEMORA_TEAM_FOLDER: join(folder, 'worker'),
    MEMORA_TEAM_DATABASE: postgres.url('memory', 'memora_app'),
    MEMORA_TEAM_WORKSPACE: 'acme',
    MEMORA_TEAM_SIGNING_KEY_FILE: join(folder, 'signing.key'),
    MEMORA_TEAM_PRINCIPAL: admin,
    MEMORA_EMBED_PROVIDER: 'none',
  };
  const memora = async (args: readonly string[], more: Readonly<Record<string, string>> = {}) => {
    const { code, stdout, stderr } = await runMemora(['team', ...args], { env: { ...env, ...more } });
    if (code !== 0) throw new Error(`memora team ${args[0]}: ${stderr}`);
    return stdout;
  };
  const signing = env.MEMORA_TEAM_SIGNING_KEY_FILE;
  await memora(['init', '--admin', admin, '--login', 'memora_app', '--signing-key', signing], {
    MEMORA_TEAM_DATABASE: postgres.url('memory'),
    MEMORA_TEAM_SIGNING_KEY_FILE: '',
  });
  const tokens: Record<string, string> = {};
  const tokenFile = join(folder, 'tokens.json');
  for (const who of [admin, ...writers]) {
    if (who !== admin) await memora(['member', 'add', who, '--role', 'writer']);
    const said = await memora(['token', 'add', who, '--scopes', 'read,write', '--token-file', tokenFile]);
    tokens[who] = /memora_[\w-]{20,}/u.exec(said)?.[0] ?? '';
  }
  const bin = fileURLToPath(new URL('../packages/mcp/dist/bin.js', import.meta.url));
  const server = spawn(process.execPath, [bin, '--team', '--token-file', tokenFile, '--with-worker'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  const url = await new Promise<string>((resolve, reject) => {
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      const found = /listening on (http:[^\s"]+)/u.exec(log)?.[1];
      if (found !== undefined) resolve(found);
    });
    server.once('exit', () => reject(new Error(log)));
  });
  return {
    ...{ url, tokens, env },
    log: () => log,
    [Symbol.asyncDispose]: async () => {
      server.kill('SIGTERM');
      await once(server, 'exit');
      await postgres[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
