import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@memora/engine/config';
import { openTeamMemory, openTeamSealing, type TeamMemory } from '@memora/engine/team';
import { openTeamDatabase, pushFolder, readAddress, runWorkerOnce } from '@memora/postgres';
import { startServer as startPostgres } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV } from '@memora/testing-fixtures/team-key';
import { openTeamGate } from '../team/gate/open-team-gate.ts';
import { codeOf, type PostedReply, postMessages, type ToolCallResult } from './post-messages.ts';
import { setupTeam, WORKSPACE } from './setup-team.ts';
import { startIssuer } from './start-issuer.ts';

/** A measured process. */
interface BenchProcess extends AsyncDisposable {
  readonly url: string;
  /** Milliseconds of processor time used so far. */
  readonly cpu: () => number;
}

/** One client of a server, with a persistent connection. */
type BenchClient = (name: string, args: object) => Promise<Record<string, unknown>>;

/** A team's server with a folder of notes, for `bench team-server`. */
interface BenchServer extends AsyncDisposable {
  readonly start: (more?: readonly string[], bin?: string) => Promise<BenchProcess>;
  readonly tokenOf: (principal: string) => Promise<string>;
  /** The same memory in this process. */
  readonly memory: TeamMemory;
  /** One round trip to the database. */
  readonly ping: () => Promise<void>;
  /** Indexes and publishes what is due. */
  readonly work: () => Promise<void>;
  /** Checks a token that was seen before: one of the token file, one of an issuer. */
  readonly guards: Readonly<Record<'file' | 'issuer', () => Promise<void>>>;
}

const FROM_SOURCE = ['--conditions=memora-source', '--disable-warning=ExperimentalWarning'];
/** Ticks of `/proc` are hundredths of a second. */
const TICK_MS = 10;

export async function openBenchServer(root: string, bin: string): Promise<BenchServer> {
  const postgres = await startPostgres([
    ...['shared_buffers=256MB', 'autovacuum=on', 'autovacuum_naptime=1s'],
  ]);
  const principals = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`p${i}`, 'writer' as const]));
  const team = await setupTeam(postgres, { ben: 'writer', ...principals });
  const { env } = team;
  const sealing = await openTeamSealing({ env, cwd: root });
  const address = readAddress({ url: postgres.url(team.name, 'app'), from: 'flag', env: TEAM_ENV });
  const database = await openTeamDatabase(address);
  const { source } = database;
  const own = { source, database: team.name, ...sealing };
  await pushFolder({ ...own, principal: { name: 'ben' }, workspace: WORKSPACE, root });
  const work = async () => {
    await runWorkerOnce({ ...own, folder: join(team.folder, 'bench-worker') });
  };
  await work();
  postgres.psql('VACUUM ANALYZE', team.name);
  const memories = await openTeamMemory({
    database,
    workspace: WORKSPACE,
    settings: await loadConfig({ env }),
    env,
  });
  const issuer = await startIssuer();
  const audience = 'https://memory.example/mcp';
  const gate = await openTeamGate({
    ...{ audience, issuer: issuer.url, tokenFile: team.tokenFile, workspace: WORKSPACE },
  });
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer.url, aud: audience, sub: 'ben', iat: now, exp: now + 3_600 };
  const held = (token: string) => async () => {
    const { caller } = await gate.identify({ url: '/mcp', headers: { authorization: `Bearer ${token}` } });
    if (caller === undefined) throw new Error('the gate does not know a good token');
  };
  return {
    start: (more = [], program = bin) =>
      startProcess(
        program,
        ['--team', '--listen', '127.0.0.1:0', '--token-file', team.tokenFile, ...more],
        // A server process has a home directory, where Node keeps its compile cache.
        { HOME: team.folder, ...env },
      ),
    tokenOf: (principal) => team.tokenOf(principal),
    memory: await memories.as({ name: 'ben' }),
    ping: () =>
      source.withConnection(async (db) => {
        await db.rows('SELECT 1');
      }),
    work,
    guards: {
      file: held(await team.tokenOf('ben')),
      issuer: held(await issuer.sign({ ...claims, scope: 'memora:read' })),
    },
    [Symbol.asyncDispose]: async () => {
      await issuer[Symbol.asyncDispose]();
      await database.close();
      await team[Symbol.asyncDispose]();
      await postgres[Symbol.asyncDispose]();
    },
  };
}

/** A server of a vault over HTTP, and its token. */
export async function startLocalServer(
  bin: string,
  vault: string,
  env: Readonly<Record<string, string>>,
): Promise<BenchProcess & { readonly token: string }> {
  const tokenFile = join(vault, '..', 'local.token');
  rmSync(tokenFile, { force: true });
  const started = await startProcess(bin, ['--vault', vault, '--http', '0', '--token-file', tokenFile], {
    HOME: join(vault, '..'),
    ...env,
  });
  return { ...started, token: readFileSync(tokenFile, 'utf8').trim() };
}

async function startProcess(
  bin: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<BenchProcess> {
  const from = bin.endsWith('.ts') ? FROM_SOURCE : [];
  const child = spawn(process.execPath, [...from, bin, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await listening(child);
  return {
    url,
    cpu: () => {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
      if (text.length < 10_000) text += piece;
      const found = /listening on (http:\/\/[^\s"]+\/mcp)/u.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`the server did not start: ${text}`)));
  });
}

/** Opens a session and calls tools in it. A refusal is thrown with its code. */
export async function openBenchClient(url: string, token: string): Promise<BenchClient> {
  const session = postMessages(url, token);
  const toResult = ({ status, message }: PostedReply) => {
    if (message === null) throw new Error(`HTTP ${status}`);
    return message.result;
  };
  toResult(await session.initialize('bench'));
  return async (name, args) => {
    const result = toResult(await session.callTool(name, args)) as ToolCallResult;
    if (result.isError === true) throw new Error(codeOf(result));
    return result.structuredContent ?? {};
  };
}
