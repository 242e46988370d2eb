import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startServer as startPostgres } from '../../../../scripts/testing-fixtures/start-postgres.ts';
import {
  askMeanwhile,
  type CaptureClient,
  type ClientCounts,
  captureAll,
  checkAll,
} from './capture-clients.ts';
import { setupTeam } from './setup-team.ts';

export interface ManyClientsOptions {
  readonly principals: number;
  readonly clients: number;
  /** Notes that each client captures. */
  readonly notes: number;
  /** Milliseconds that the captures are spread over; all at once by default. */
  readonly lasting?: number;
  /** Processes that the clients run in; 0 is this one. */
  readonly processes: number;
  /** Servers behind the proxy; the last of them is never killed. */
  readonly servers: number;
  readonly killEveryMs: number;
  readonly databaseRestarts: number;
  /** Of this many notes one is asked for afterwards. */
  readonly checkOneOf: number;
  readonly say: (line: string) => void;
}

export interface ManyClientsReport {
  readonly counts: ClientCounts;
  /** Answers to questions that were asked meanwhile, and how many were of an older publication than the one before. */
  readonly answers: number;
  readonly wentBack: number;
  readonly wanted: number;
  /** Notes of which there is exactly one. */
  readonly once: number;
  readonly checked: number;
  readonly retrieved: number;
  readonly leaked: number;
  readonly missing: readonly string[];
  readonly killed: number;
  readonly restarted: number;
  /** Resident megabytes of a server that is never killed: the mean of the first third of the run after its first tenth, and of the last third. */
  readonly resident: readonly [number, number];
  readonly audited: number;
  readonly seconds: number;
}

const BIN = fileURLToPath(new URL('../bin.ts', import.meta.url));
const CHILD = fileURLToPath(new URL('capture-child.ts', import.meta.url));
/** As `deploy/Dockerfile` starts it: Node keeps less garbage beside what lives. */
const AS_IN_THE_IMAGE = ['--max-old-space-size=512'];
const FROM_SOURCE = ['--conditions=memora-source', '--disable-warning=ExperimentalWarning'];

/**
 * Many clients of a few principals capture at once through a proxy, while servers and the worker are killed and the database is restarted; afterwards
 * each note is there once, and is shown to whoever may see it.
 */
export async function runManyClients(options: ManyClientsOptions): Promise<ManyClientsReport> {
  const { say } = options;
  const started = performance.now();
  // Statistics are kept as on any server: without them a large scope is asked by the plans of an empty one.
  await using postgres = await startPostgres(['autovacuum=on', 'autovacuum_naptime=1s']);
  const names = Array.from({ length: options.principals }, (_, i) => `p${i}`);
  await using team = await setupTeam(postgres, Object.fromEntries(names.map((name) => [name, 'writer'])));
  const tokens = new Map<string, string>();
  for (const name of names) tokens.set(name, await team.tokenOf(name));
  const clients: CaptureClient[] = Array.from({ length: options.clients }, (_, i) => {
    const principal = names[i % names.length] as string;
    const numbers = Array.from({ length: options.notes }, (_, j) => i * options.notes + j);
    return { principal, token: tokens.get(principal) as string, numbers };
  });
  await using proxy = await startProxy();
  const start = (more: readonly string[]) =>
    startTeamServer(team.env, ['--token-file', team.tokenFile, '--url', proxy.url, ...more]);
  const begun = Array.from({ length: options.servers }, () => start([]));
  let worker = await start(['--with-worker']);
  const fleet = await Promise.all(begun);
  const steady = fleet.at(-1) as TeamProcess;
  const route = () => proxy.route(fleet.map(({ port }) => port));
  route();
  say(`${fleet.length} servers and a worker stand after ${seconds(started)} s`);

  const samples: number[] = [];
  const ended = new AbortController();
  const sampling = (async () => {
    // Not before it has loaded what it needs and knows its clients: a tenth of the run.
    await wait((options.lasting ?? 0) / 10, undefined, { signal: ended.signal }).catch(() => undefined);
    while (!ended.signal.aborted) {
      samples.push(residentOf(steady.child));
      await wait(250);
    }
  })();
  let killed = 0;
  const killing = (async () => {
    for (let turn = 0; !ended.signal.aborted; turn++) {
      await wait(options.killEveryMs, undefined, { signal: ended.signal }).catch(() => undefined);
      if (ended.signal.aborted) return;
      killed++;
      if (turn % 3 === 2) {
        worker.child.kill('SIGKILL');
        worker = await start(['--with-worker']);
      } else {
        const at = (turn % 3) % (fleet.length - 1);
        fleet[at]?.child.kill('SIGKILL');
        fleet[at] = await start([]);
        route();
      }
    }
  })();
  let restarted = 0;
  const restarting = (async () => {
    for (let i = 0; i < options.databaseRestarts && !ended.signal.aborted; i++) {
      await wait(options.killEveryMs * 1.7, undefined, { signal: ended.signal }).catch(() => undefined);
      if (ended.signal.aborted) return;
      await postgres.stop('fast');
      await wait(500);
      await postgres.start();
      restarted++;
    }
  })();
  const asking = askMeanwhile(proxy.url, tokens.get('p0') as string, ended.signal);
  const counts = await capture(proxy.url, clients, options);
  ended.abort();
  await Promise.all([killing, restarting, sampling]);
  const { answers, wentBack } = await asking;
  say(`${counts.captured} captured after ${seconds(started)} s; ${killed} killed, ${restarted} restarts`);

  const stored = postgres
    .psql(
      "SELECT substring(convert_from(b.bytes, 'UTF8') from 'Depot (Q[0-9]+Z) holds') FROM memora.head h JOIN memora.blob b USING (scope, hash)",
      team.name,
    )
    .split('\n');
  const times = Map.groupBy(stored, (name) => name);
  const once = [...times.values()].filter((each) => each.length === 1).length;
  while (postgres.psql(BEHIND, team.name) !== '0') await wait(300);
  say(`all published after ${seconds(started)} s`);
  const checked = clients.map(({ numbers, ...client }) => ({
    ...client,
    numbers: numbers.filter(
      (number) => number % options.checkOneOf === 0 || number % options.checkOneOf === 1,
    ),
  }));
  const others = new Map(
    names.map((name, i) => [name, tokens.get(names[(i + 1) % names.length] as string) as string]),
  );
  const seen = { retrieved: 0, leaked: 0, missing: [] as string[] };
  // Some at a time: what is looked for now is whether each is there, not how many can ask at once.
  for (let from = 0; from < checked.length; from += CHECKED_AT_ONCE) {
    const part = await checkAll(proxy.url, checked.slice(from, from + CHECKED_AT_ONCE), others);
    seen.retrieved += part.retrieved;
    seen.leaked += part.leaked;
    seen.missing.push(...part.missing);
  }
  say(`${seen.retrieved} retrieved after ${seconds(started)} s`);
  const third = Math.max(1, Math.floor(samples.length / 3));
  await wait(600);
  const audited = Number(postgres.psql('SELECT count(*) FROM memora.audit', team.name));
  for (const { child } of [...fleet, worker]) child.kill('SIGKILL');
  return {
    ...{ counts, answers, wentBack, once, killed, restarted, audited, ...seen },
    wanted: options.clients * options.notes,
    checked: checked.reduce((sum, { numbers }) => sum + numbers.length, 0),
    resident: [mean(samples.slice(0, third)), mean(samples.slice(-third))],
    seconds: seconds(started),
  };
}

const CHECKED_AT_ONCE = 20;

const BEHIND = `SELECT count(*) FROM memora.head h LEFT JOIN memora.note n ON n.scope = h.scope AND n.path = h.path AND n.gone_at IS NULL
  WHERE coalesce(h.print, h.hash) IS DISTINCT FROM n.hash`;

async function capture(
  url: string,
  clients: readonly CaptureClient[],
  { processes, lasting = 0 }: ManyClientsOptions,
): Promise<ClientCounts> {
  if (processes === 0) return captureAll(url, clients, lasting);
  const shares = Array.from({ length: processes }, (_, i) => clients.filter((_, j) => j % processes === i));
  const all = await Promise.all(
    shares.map(async (share) => {
      const child = spawn(process.execPath, [...FROM_SOURCE, CHILD], { stdio: ['pipe', 'pipe', 'inherit'] });
      child.stdin.end(JSON.stringify({ url, clients: share, lasting }));
      let text = '';
      for await (const piece of child.stdout) text += piece;
      return JSON.parse(text) as ClientCounts;
    }),
  );
  const sum: ClientCounts = { captured: 0, repeated: 0, serverErrors: 0, failed: {} };
  for (const each of all) {
    sum.captured += each.captured;
    sum.repeated += each.repeated;
    sum.serverErrors += each.serverErrors;
    for (const [code, n] of Object.entries(each.failed)) sum.failed[code] = (sum.failed[code] ?? 0) + n;
  }
  return sum;
}

/** A server of a team as a process. */
export interface TeamProcess {
  readonly child: ChildProcess;
  readonly port: number;
}

export async function startTeamServer(
  env: Readonly<Record<string, string>>,
  more: readonly string[],
): Promise<TeamProcess> {
  const args = [...AS_IN_THE_IMAGE, ...FROM_SOURCE, BIN, '--team', '--listen', '127.0.0.1:0', ...more];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // Its log is read to the end: a pipe that is closed would end the server.
  const port = await new Promise<number>((resolve, reject) => {
    let text = '';
    child.stderr?.on('data', (piece: Buffer) => {
      if (text.length < 10_000) text += piece;
      const found = /at port (\d+)/u.exec(text)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    child.once('exit', () => reject(new Error(`the server did not start: ${text}`)));
  });
  return { child, port };
}

/** Passes connections on, to each server in turn; one that refuses is passed by. */
async function startProxy() {
  let ports: readonly number[] = [];
  let turn = 0;
  const server = createServer((client) => pass(client, ports.length));
  const pass = (client: Socket, left: number) => {
    const port = ports[turn++ % Math.max(1, ports.length)];
    if (port === undefined || left === 0) {
      client.destroy();
      return;
    }
    const target = connect({ host: '127.0.0.1', port });
    target.once('error', () => (target.bytesWritten === 0 ? pass(client, left - 1) : client.destroy()));
    target.once('connect', () => {
      client.pipe(target).pipe(client);
      target.on('close', () => client.destroy());
    });
    client.on('error', () => target.destroy());
    client.on('close', () => target.destroy());
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    route: (to: readonly number[]) => {
      ports = to;
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
    },
  };
}

function residentOf({ pid }: ChildProcess): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return (pages * 4_096) / 1e6;
}

function mean(all: readonly number[]): number {
  return all.reduce((sum, each) => sum + each, 0) / Math.max(1, all.length);
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 1_000);
}
