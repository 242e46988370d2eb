import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { TeamMemories } from '@memora/engine/team';
import type { TeamDatabase } from '@memora/postgres';
import { ServerError, usage } from '../protocol/server-error.ts';
import type { Toolset } from '../toolset.ts';
import { createAuditor } from './create-auditor.ts';
import { createLimits, DEFAULT_LIMITS, type TeamLimits } from './create-limits.ts';
import { openTeamGate } from './gate/open-team-gate.ts';
import { readTls, type TlsFiles } from './http/read-tls.ts';
import { serveTeamHttp } from './http/serve-team-http.ts';
import { createReadiness } from './watch/check-readiness.ts';
import { createJsonLog } from './watch/create-json-log.ts';
import { createMetrics } from './watch/create-metrics.ts';
import { keepChecked } from './watch/keep-checked.ts';
import { measurePool } from './watch/measure-pool.ts';

/** Options of a team's server. The database, the workspace and the key come from `MEMORA_TEAM_*`. */
export interface ServeTeamOptions {
  readonly toolset?: Toolset;
  /** The address to listen on; 127.0.0.1 and a free port by default. Beyond this machine, it requires `url`, and TLS files or `behindProxy`. */
  readonly listen?: { readonly host: string; readonly port: number };
  /** The address of this server as its clients write it. */
  readonly url?: string | undefined;
  readonly issuer?: string | undefined;
  /** The token claim that names the workspace; by default, each token of the issuer is for the workspace of the settings. */
  readonly workspaceClaim?: string | undefined;
  readonly groupsClaim?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly tls?: TlsFiles | undefined;
  /** True if a proxy in front of it handles TLS. */
  readonly behindProxy?: boolean;
  /** Origins of pages that may call it. */
  readonly origins?: readonly string[];
  /** True also indexes and publishes in this process. */
  readonly withWorker?: boolean;
  readonly limits?: Partial<TeamLimits>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly log?: (line: string) => void;
  /** Called with its address once it listens. */
  readonly onListening?: (url: string) => void;
  /** Ends the server. Running requests are finished first, within a deadline. */
  readonly signal?: AbortSignal;
  /** That deadline in milliseconds; 10,000 by default. */
  readonly longestDrain?: number;
}

const ENDING = {
  status: 503,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify({
    status: 'not ready',
    part: 'server',
    code: 'ENDING',
    reason: 'the server is shutting down',
  }),
};
const LONGEST_DRAIN = 10_000;
/** The time after that deadline for the audit and for a worker in this process. */
const LONGEST_FLUSH = 5_000;
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);
/** Connections of one server to the database, and how many calls may wait for one. */
const CONNECTIONS = { connections: 10, queue: 400 };

/**
 * Serves a team until `signal` aborts. The database may be away: calls report that until it is back. Throws `USAGE`, `PORT_IN_USE`, and the errors of the gate.
 */
export async function serveTeam(given: ServeTeamOptions): Promise<void> {
  const { env = process.env, cwd = process.cwd(), toolset = 'all', longestDrain = LONGEST_DRAIN } = given;
  const { host, port } = given.listen ?? { host: '127.0.0.1', port: 0 };
  const engine = await loadTeamEngine();
  const metrics = createMetrics(await engine.openTelemetry(), engine.isGauge);
  const { tracing } = metrics;
  const log = given.log ?? createJsonLog((line) => process.stderr.write(line), tracing.traceId);
  const settings = await engine.loadConfig({ env });
  const { issuer, audience, groupsClaim, workspaceClaim, tokenFile } = settings.config.team;
  const options = {
    ...given,
    url: given.url ?? audience ?? undefined,
    issuer: given.issuer ?? issuer ?? undefined,
    workspaceClaim: given.workspaceClaim ?? workspaceClaim ?? undefined,
    groupsClaim: given.groupsClaim ?? groupsClaim ?? undefined,
    tokenFile: given.tokenFile ?? tokenFile ?? undefined,
  };
  checkExposure(options, host);
  const tls = await readTls(options.tls);
  const place = engine.readTeamPlace(settings, { env, cwd });
  if (typeof place === 'string')
    throw usage(`${place} is given`, 'Set MEMORA_TEAM_DATABASE and MEMORA_TEAM_WORKSPACE.');
  const { workspace } = place;
  const sealing = await engine.openTeamSealing({ env, cwd });
  const folder = engine.teamWorkerFolder({ env, cwd });
  const allowedEmbedders = engine.listAllowedEmbedders(settings);

  const source = engine.openPool(place.address, CONNECTIONS);
  const lasting = { ...source, withConnection: measurePool(source, tracing), close: async () => undefined };
  const follower = place.replica && engine.openPool(place.replica, CONNECTIONS);
  const replica = follower && { ...follower, close: async () => undefined };
  const database = keepChecked({ open: () => engine.openTeamDatabase(lasting, { replica }), log });
  const notices = engine.openNotices(place.address);
  const readiness = createReadiness({ check: database.check });
  // The first check runs while the rest is loaded. The first readiness request gets its result.
  void readiness.look();
  await turn();
  const answering = await import('./answering-engine.ts');
  let isEnding = false;
  const memories = new Map<string, { readonly of: TeamDatabase; readonly opened: Promise<TeamMemories> }>();
  const openMemories = async (asked: string) => {
    const opened = await database.open();
    const known = memories.get(asked);
    if (known?.of === opened) return known.opened;
    const { codec } = sealing;
    const wanted = {
      ...{ database: opened, workspace: asked, codec, settings, env, tracing, notices },
      embedFolder: folder,
    };
    const made = { of: opened, opened: answering.openTeamMemory(wanted) };
    memories.set(asked, made);
    return made.opened;
  };
  const auditor = createAuditor(
    async (all) => engine.auditAll(all, { source: (await database.open()).source }),
    log,
  );
  const chosen = { ...DEFAULT_LIMITS, ...options.limits };
  const limits = createLimits(chosen);
  const rooms = answering.openRooms({
    ...{ memories: openMemories, toolset, limits, auditor, log },
    answerSize: chosen.answerSize,
  });
  const tools = answering.teamToolsOf(toolset);
  const people = answering.answerPeople({
    source: async () => (await database.open()).source,
    database: place.database,
    folder,
    backupHorizon: settings.config.team.backupHorizon,
    allowedEmbedders,
    ...{ sealing, rooms, tools, auditor, limits, log },
  });
  const documents = answering.takeDocuments({
    source: async () => (await database.open()).source,
    codec: sealing.codec,
    mostBytes: settings.config.team.documentMegabytes * 1024 * 1024,
    ...{ auditor, limits, log },
  });
  const allowed = allowedEmbedders.map(({ name }) => name);
  const readWaiting = async (opened: TeamDatabase) => {
    const [queue, embeddings] = await Promise.all([
      engine.readQueue(opened),
      engine.readEmbeddings(opened, allowed),
    ]);
    return {
      memora_queue_scopes: queue.scopes,
      memora_queue_bytes: queue.bytes,
      memora_queue_seconds: queue.seconds,
      memora_embedding_scopes: embeddings.scopes,
      memora_embedding_texts: embeddings.texts,
      memora_embedding_failing: embeddings.failing,
    };
  };
  const scheme = tls === null ? 'http' : 'https';
  let own = `${scheme}://${host}:${port}/mcp`;
  const gate = await openTeamGate({
    audience: options.url ?? own,
    issuer: options.issuer,
    workspace,
    workspaceClaim: options.workspaceClaim,
    groupsClaim: options.groupsClaim,
    tokenFile: options.tokenFile,
    log: (code) => log(`tokens: ${code}`),
  });
  const server = await serveTeamHttp({
    ...{ host, port, tls, gate, rooms, people, documents, limits, log, tracing, workspace },
    isBehindProxy: options.behindProxy === true,
    tools,
    metrics: async () => {
      const unready = isEnding ? true : (await readiness.look()) !== null;
      const measured = unready ? null : await readWaiting(await database.open()).catch(() => null);
      return metrics.text({
        memora_ready: unready ? 0 : 1,
        ...measured,
        process_resident_memory_bytes: process.memoryUsage.rss(),
      });
    },
    answerOpenly: async (path) => (isEnding && path === '/readyz' ? ENDING : readiness.answer(path)),
    names: (taken) => {
      own = `${scheme}://${host.includes(':') ? `[${host}]` : host}:${taken}/mcp`;
      return namesOf(options, host, taken);
    },
  });
  const ending = new AbortController();
  const following =
    options.withWorker === true
      ? (await import('./follow-scopes.ts')).followScopes({
          ...sealing,
          ...{ settings, tracing, env, cwd, log, notices },
          auditDays: settings.config.team.auditDays,
          database: place.database,
          open: database.open,
          signal: ending.signal,
        })
      : Promise.resolve();
  log(`listening on ${options.url ?? own} at port ${server.port}`);
  options.onListening?.(own);
  await untilAborted(options.signal);
  log('ending');
  isEnding = true;
  ending.abort();
  const late = wait(longestDrain, undefined, { ref: false });
  await server.drain(longestDrain);
  await Promise.race([rooms.settled(), late]);
  await Promise.race([
    Promise.all([auditor.flush(), following]),
    wait(LONGEST_FLUSH, undefined, { ref: false }),
  ]);
  await rooms.close();
  gate.close();
  await notices.close();
  await source.close();
  await follower?.close();
}

/** Refuses options that would expose an unprotected server to a network. */
function checkExposure(options: ServeTeamOptions, host: string): void {
  const { issuer, tokenFile, tls, behindProxy, url } = options;
  if (issuer === undefined && tokenFile === undefined)
    throw usage('no client could sign in', 'Name --issuer URL or --token-file FILE.');
  if (LOOPBACK.has(host)) return;
  if (url === undefined)
    throw usage(
      'clients have no address for this server',
      'Name it as they write it: --url https://memory.example.com/mcp.',
    );
  if (tls === undefined && behindProxy !== true)
    throw usage(
      'tokens would cross the network in the clear',
      'Name --tls-cert FILE and --tls-key FILE, or --behind-proxy if a proxy handles TLS.',
    );
}

function namesOf({ url, origins = [] }: ServeTeamOptions, host: string, port: number) {
  const local = LOOPBACK.has(host)
    ? ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`)
    : [];
  const named = url === undefined ? [] : [new URL(url)];
  return {
    hosts: new Set([...local, ...named.map((each) => each.host.toLowerCase())]),
    origins: new Set([
      ...local.flatMap((each) => [`http://${each}`, `https://${each}`]),
      ...named.map(({ origin }) => origin.toLowerCase()),
      ...origins.map((each) => each.toLowerCase()),
    ]),
  };
}

async function loadTeamEngine() {
  try {
    return await import('./team-engine.ts');
  } catch (cause) {
    if (!/Cannot find (?:package|module) 'pg'/.test((cause as Error).message)) throw cause;
    throw new ServerError('the driver of PostgreSQL is not installed', {
      code: 'USAGE',
      hint: 'Install it with: npm install pg.',
    });
  }
}

function untilAborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve();
    else signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}
