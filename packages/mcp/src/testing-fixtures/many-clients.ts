import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startServer as startPostgres } from '@memora/testing-fixtures/start-postgres';
import { programsOf } from './built-programs.ts';
import {
  type CaptureClient,
  type CaptureReport,
  type CaptureTask,
  type CheckReport,
  type CheckTask,
  captureAll,
  checkAll,
  nameOf,
} from './capture-clients.ts';
import { addCounts, type ClientCounts, noCounts } from './create-caller.ts';
import { keepRunning } from './keep-running.ts';
import { type Kills, type KillTimes, killInTurn, sampleEvery } from './kill-in-turn.ts';
import { MEASURED, type MeasuredMemory, measureMemory } from './measure-memory.ts';
import { type PushReport, pushInTurn } from './push-in-turn.ts';
import { runInProcesses, shareOut } from './run-in-processes.ts';
import { setupTeam } from './setup-team.ts';
import { mean, type Shares, toShares } from './share-waits.ts';
import { freePort, startPassing } from './start-passing.ts';
import { type HeldAnswers, holdAnswers, watchPublications } from './watch-publications.ts';

export { areBuilt } from './built-programs.ts';

interface ManyClientsOptions extends KillTimes {
  readonly principals: number;
  readonly clients: number;
  /** Notes that each client captures. */
  readonly notes: number;
  /** Milliseconds over which the captures are spread; all at once by default. */
  readonly lasting?: number;
  /**
   * Notes that each client captures first, none by default: what a process loads and compiles at its first calls is not memory growth. The memory is measured
   * only over the actual captures.
   */
  readonly warmUp?: { readonly notes: number; readonly lasting: number };
  /** Processes that the clients run in; 0 runs them in this one. */
  readonly processes: number;
  readonly databaseRestarts: number;
  /** One in this many notes is requested afterwards. */
  readonly checkOneOf: number;
  /** One in this many requested pairs is requested by every principal. */
  readonly askAllOneOf: number;
  /** After one of this many captures, a client asks a question. */
  readonly askOneOf: number;
  /** Milliseconds between two pushes of one more member, through the same proxy; 0 pushes nothing. */
  readonly pushEvery: number;
  /** True runs the build, false the source. */
  readonly built: boolean;
  readonly say: (line: string) => void;
}

interface ManyClientsReport {
  readonly wanted: number;
  /** Notes that exist exactly once. */
  readonly once: number;
  readonly checked: number;
  /** Of the checked notes, those that were shown with proof to everybody who may see them, and to nobody else. */
  readonly retrieved: number;
  /** Of the checked notes, those that every principal requested, and those of them that only their writer may see. */
  readonly askedByAll: number;
  readonly ownAskedByAll: number;
  readonly leaked: number;
  readonly missing: readonly string[];
  /** All calls of all clients, during the captures and afterwards. */
  readonly counts: ClientCounts;
  /** Milliseconds until a result during the captures, with kills and repetitions: the median, the 95th percentile and the maximum of each tool, and of pushes. */
  readonly waits: Readonly<Record<string, Shares>>;
  /** Pushes that were acknowledged, those that failed and were repeated, by code, and the notes that are not as the last acknowledged push sent them. */
  readonly pushes: Pick<PushReport, 'done' | 'repeated'> & { readonly lost: readonly string[] };
  /** All answers to questions, compared with the publications at that time. */
  readonly held: HeldAnswers;
  readonly kills: Kills;
  readonly restarted: number;
  /** Milliseconds from the start of a killed server until it listened: average and maximum. */
  readonly starts: readonly [number, number];
  /** Memory of the server that is never killed, from the first to the last of the actual captures. */
  readonly memory: MeasuredMemory;
  /** The maximum of a server that was killed. */
  readonly residentOfKilled: number;
  readonly audited: number;
  readonly seconds: { readonly captured: number; readonly published: number; readonly checked: number };
}

/** As `deploy/Dockerfile` starts it: Node then keeps less garbage. */
const AS_IN_THE_IMAGE = ['--max-old-space-size=512', '--max-semi-space-size=8'];
/** Its threads share the C library's freed memory. */
const ENV_OF_THE_IMAGE = { MALLOC_ARENA_MAX: '2' };

/**
 * Clients of a few principals capture concurrently through a proxy, while two servers and the worker are killed in turn and restarted as by a compose file, and
 * the database is restarted. Afterwards, with the kills continuing, each note must exist once and be shown only to those who may see it. A third server is
 * never killed: its memory is measured.
 */
export async function runManyClients(options: ManyClientsOptions): Promise<ManyClientsReport> {
  const { say } = options;
  const begun = performance.now();
  // Statistics are collected as on any server: without them, a large scope is queried with the plans of an empty one.
  await using postgres = await startPostgres(['autovacuum=on', 'autovacuum_naptime=1s', 'wal_level=logical']);
  const names = Array.from({ length: options.principals }, (_, i) => `p${i}`);
  await using team = await setupTeam(
    postgres,
    Object.fromEntries([...names, PUSHER].map((name) => [name, 'writer'])),
  );
  watchPublications(postgres, team.name);
  const tokens: Record<string, string> = {};
  for (const name of names) tokens[name] = await team.tokenOf(name);
  const clients: CaptureClient[] = Array.from({ length: options.clients }, (_, i) => {
    const principal = names[i % names.length] as string;
    const numbers = Array.from({ length: options.notes }, (_, j) => i * options.notes + j);
    return { name: `c${i}`, principal, token: tokens[principal] as string, numbers };
  });

  const ports = [await freePort(), await freePort(), await freePort()];
  await using proxy = await startPassing(ports);
  // A server process has a home directory, where Node keeps its compile cache.
  const env = { HOME: team.folder, ...team.env, ...ENV_OF_THE_IMAGE };
  const bins = programsOf(options.built);
  const memory = measureMemory();
  const server = (name: string, port: number | undefined, hear?: (line: string) => void) =>
    keepRunning({
      ...{ name, env, ready: /at port \d+/u, ...(hear === undefined ? {} : { hear }) },
      args: [
        ...(hear === undefined ? [] : MEASURED),
        ...AS_IN_THE_IMAGE,
        ...bins.server,
        ...['--team', '--listen', `127.0.0.1:${port}`, '--token-file', team.tokenFile, '--url', proxy.url],
      ],
    });
  await using steady = server('steady', ports[0], memory.hear);
  await using first = server('server-1', ports[1]);
  await using second = server('server-2', ports[2]);
  await using worker = keepRunning({
    name: 'worker',
    env,
    args: [...AS_IN_THE_IMAGE, ...bins.worker, 'team', 'worker'],
  });
  await Promise.all([steady, first, second, worker].map(({ stands }) => stands));
  say(`three servers and a worker stand after ${secondsSince(begun)} s`);
  const { lasting = 0, warmUp, askOneOf, askAllOneOf, processes } = options;
  const wantedNotes = options.clients * options.notes;
  const capture = async (of: readonly CaptureClient[], ms: number) =>
    runInProcesses<CaptureTask, CaptureReport>(
      shareOut(of, processes).map((each) => ({ url: proxy.url, clients: each, lasting: ms, askOneOf })),
      processes,
      captureAll,
    );
  const warm = clients.map((client, i) => ({
    ...client,
    numbers: Array.from({ length: warmUp?.notes ?? 0 }, (_, j) => wantedNotes + i * (warmUp?.notes ?? 0) + j),
  }));
  const warming = warmUp === undefined ? [] : await capture(warm, warmUp.lasting);
  const started = performance.now();
  if (warmUp !== undefined)
    say(`${clients.length * warmUp.notes} captured to warm up after ${secondsSince(begun)} s`);

  const ended = new AbortController();
  const mostOfKilled = sampleEvery(250, [first, second], ended.signal);
  const killed = new AbortController();
  const killing = killInTurn([first, second, worker], options, killed.signal);
  let restarted = 0;
  const restarting = (async () => {
    const every = Math.max(2_000, (options.lasting ?? 0) / (options.databaseRestarts + 1));
    for (let i = 0; i < options.databaseRestarts && !ended.signal.aborted; i++) {
      await wait(every, undefined, { signal: ended.signal }).catch(() => undefined);
      await postgres.stop('fast');
      await wait(500);
      await postgres.start();
      restarted++;
    }
  })();
  const pushed = new AbortController();
  const pushing = pushInTurn(
    {
      ...{ every: options.pushEvery, url: proxy.url, token: await team.tokenOf(PUSHER), bin: bins.worker },
      folder: join(team.folder, 'pushed'),
    },
    pushed.signal,
  );
  const capturing = await capture(clients, lasting);
  pushed.abort();
  const pushes = await pushing;
  say(`${pushes.done} pushes; repeated: ${JSON.stringify(pushes.repeated)}`);
  const counts = noCounts();
  for (const each of [...warming, ...capturing]) addCounts(counts, each.counts);
  const until = performance.now();
  const captured = secondsSince(started);
  say(`${counts.captured} captured after ${captured} s; ${JSON.stringify(counts)}`);
  const waits = toShares([...capturing.map((each) => each.waits), { 'team push': pushes.waits }]);
  say(`waits in ms: ${JSON.stringify(waits)}`);
  await restarting;
  if (!options.killsOn) killed.abort();
  const measured = {
    memory: memory.between(started, until),
    residentOfKilled: Math.round(mostOfKilled()),
  };

  // This process forwards connections, so nothing here may block it.
  while ((await postgres.alter(BEHIND, team.name)) !== '0') await wait(300);
  const published = secondsSince(started);
  say(`all published after ${published} s`);
  const times = Map.groupBy(postgres.psql(STORED, team.name).split('\n'), (name) => name);
  const once = clients
    .flatMap(({ numbers }) => numbers.map(nameOf))
    .filter((name) => times.get(name)?.length === 1).length;
  say(`${once} of ${wantedNotes} notes are kept once`);
  const isChecked = (number: number) =>
    number % options.checkOneOf === 0 || number % options.checkOneOf === 1;
  const wanted = clients.map((client) => ({ ...client, numbers: client.numbers.filter(isChecked) }));
  const checking = await runInProcesses<CheckTask, CheckReport>(
    shareOut(wanted, processes).map((each) => ({
      ...{ url: proxy.url, clients: each, tokens, atOnce: 4, askAllOneOf },
    })),
    processes,
    checkAll,
  );
  for (const each of checking) addCounts(counts, each.counts);
  const checked = secondsSince(started);
  say(`all checked after ${checked} s`);
  ended.abort();
  killed.abort();
  const kills = await killing;
  const sum = (of: 'checked' | 'retrieved' | 'askedByAll' | 'ownAskedByAll' | 'leaked') =>
    checking.reduce((total, each) => total + each[of], 0);
  const held = holdAnswers(
    postgres,
    team.name,
    [...warming, ...capturing, ...checking].flatMap(({ answers }) => answers),
  );
  const stored = JSON.parse(postgres.psql(PUSHED, team.name)) as Record<string, string>;
  const starts = [first, second].flatMap((each) => each.starts.slice(1));
  return {
    wanted: wantedNotes,
    once,
    checked: sum('checked'),
    retrieved: sum('retrieved'),
    askedByAll: sum('askedByAll'),
    ownAskedByAll: sum('ownAskedByAll'),
    leaked: sum('leaked'),
    missing: checking.flatMap(({ missing }) => missing),
    ...{ counts, held, kills, restarted, ...measured },
    waits,
    pushes: { done: pushes.done, repeated: pushes.repeated, lost: lostOf(pushes, stored) },
    starts: [Math.round(mean(starts)), Math.round(Math.max(0, ...starts))],
    audited: Number(postgres.psql('SELECT count(*) FROM memora.audit', team.name)),
    seconds: { captured, published, checked },
  };
}

/** Pushes, and captures nothing. */
const PUSHER = 'pusher';
const PUSHED = `SELECT coalesce(json_object_agg(h.path, convert_from(b.bytes, 'UTF8')), '{}')
  FROM memora.head h JOIN memora.blob b USING (scope, hash) WHERE starts_with(h.path, 'pushed/')`;

/** Notes that are missing or not as they were acknowledged. */
function lostOf({ notes }: PushReport, stored: Readonly<Record<string, string>>): string[] {
  return [...notes].flatMap(([path, text]) => (stored[path] === text ? [] : [path]));
}

const STORED =
  "SELECT substring(convert_from(b.bytes, 'UTF8') from 'Depot (Q[0-9]+Z) holds') FROM memora.head h JOIN memora.blob b USING (scope, hash)";

const BEHIND = `SELECT count(*) FROM memora.head h LEFT JOIN memora.note n ON n.scope = h.scope AND n.path = h.path AND n.gone_at IS NULL
  WHERE coalesce(h.print, h.hash) IS DISTINCT FROM n.hash`;

function secondsSince(since: number): number {
  return Math.round((performance.now() - since) / 1_000);
}
