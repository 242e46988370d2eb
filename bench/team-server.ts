import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Memory, openMemory } from '@memora/engine';
import { whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { interleave, type Report, type Suite, toSample } from './report.ts';
import { measureCitations } from './team-server-runs/measure-citations.ts';
import { measureServers } from './team-server-runs/measure-servers.ts';

const BUILT = fileURLToPath(new URL('../packages/mcp/dist/bin.js', import.meta.url));
const FIXTURE = new URL('../packages/mcp/src/testing-fixtures/open-bench-server.ts', import.meta.url).href;
/** Notes of the queried memory, with two claims each: `MEMORA_BENCH_SIZES=10000`. */
const NOTES = Number((process.env['MEMORA_BENCH_SIZES'] ?? '2000').split(',')[0]);
const QUESTIONS = Number(process.env['MEMORA_BENCH_QUESTIONS'] ?? '150');
const CAPTURES = Number(process.env['MEMORA_BENCH_CAPTURES'] ?? '24');
/** Some of the parts for a quick run: `MEMORA_BENCH_SETS=start,questions,citations,fairness,servers,captures`. */
const SETS = (
  process.env['MEMORA_BENCH_SETS'] ?? 'start,questions,citations,fairness,servers,captures'
).split(',');

type Call = (name: string, args: object) => Promise<Record<string, unknown>>;
interface Process extends AsyncDisposable {
  readonly url: string;
  readonly cpu: () => number;
}
interface Server extends AsyncDisposable {
  readonly start: (more?: readonly string[]) => Promise<Process>;
  readonly tokenOf: (principal: string) => Promise<string>;
  readonly memory: Pick<Memory, 'query' | 'verify' | 'readSpans'>;
  readonly ping: () => Promise<void>;
  readonly guards: Readonly<Record<'file' | 'issuer', () => Promise<void>>>;
}
interface Fixture {
  readonly openBenchServer: (root: string, bin: string) => Promise<Server>;
  readonly openBenchClient: (url: string, token: string) => Promise<Call>;
  readonly startLocalServer: (
    bin: string,
    vault: string,
    env: Readonly<Record<string, string>>,
  ) => Promise<Process & { readonly token: string }>;
}

/** The cost of a team's server compared with the same memory in one process, and with a server of a vault. Runs the built bin. */
export const suite: Suite = {
  name: 'team-server',
  async run(report) {
    const reason = whyNoServer() ?? (existsSync(BUILT) ? null : 'the server is not built');
    if (reason !== null) {
      report.note(reason);
      return;
    }
    const fixture = (await import(FIXTURE)) as Fixture;
    const folder = await mkdtemp(join(tmpdir(), 'memora-bench-team-server-'));
    try {
      const notes = join(folder, 'notes');
      await writeNotes(notes);
      await cp(notes, join(folder, 'vault'), { recursive: true });
      await using server = await fixture.openBenchServer(notes, BUILT);
      if (SETS.includes('start')) await measureStart(report, server);
      if (SETS.includes('questions')) await measureQuestions(report, server, fixture, folder);
      if (SETS.includes('citations'))
        await measureCitations(report, server, { vault: join(folder, 'vault'), question });
      if (SETS.includes('fairness')) await measureFairness(report, server, fixture);
      if (SETS.includes('servers'))
        await measureServers(report, server, { openClient: fixture.openBenchClient, question });
      if (SETS.includes('captures')) await measureCaptures(report, server, fixture, folder);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

const question = (i: number) => `what does station ${(i * 37) % NOTES} read?`;

async function writeNotes(folder: string): Promise<void> {
  for (let region = 0; region < 20; region++)
    await mkdir(join(folder, `region-${region}`), { recursive: true });
  for (let i = 0; i < NOTES; i++)
    await writeFile(
      join(folder, `region-${i % 20}`, `station-${i}.md`),
      `# Station ${i}\n\nStation ${i} reads ${100 + i} bar on sensor ${i % 7}.\n\nStation ${i} was painted by crew ${i % 13}.\n`,
    );
}

async function measureStart(report: Report, server: Server): Promise<void> {
  report.heading(`from spawn to /readyz, ${(NOTES * 2).toLocaleString('en')} claims in the database`);
  let running: Process | null = null;
  const stop = async () => {
    await running?.[Symbol.asyncDispose]();
    running = null;
  };
  const start = async () => {
    running = await server.start();
    const reply = await fetch(`${new URL(running.url).origin}/readyz`);
    if (reply.status !== 200) throw new Error(`not ready: ${await reply.text()}`);
  };
  const times = await interleave({ node: runNode, server: start }, { rounds: 9, warmup: 1, before: stop });
  await stop();
  const ratio = report.compare('ready', times.server, { name: 'node -e 0', value: times.node });
  report.budget('ready', ratio, { max: 8, unit: '×', baseline: 'node -e 0' });
}

async function measureQuestions(
  report: Report,
  server: Server,
  fixture: Fixture,
  folder: string,
): Promise<void> {
  report.heading(`memora_query, ${QUESTIONS} questions, one client`);
  const vault = join(folder, 'vault');
  const env = { MEMORA_CONFIG_DIR: join(folder, 'config'), MEMORA_EMBED_PROVIDER: 'none' };
  {
    await using memory = await openMemory({ vault, env: { ...process.env, ...env } });
    await memory.index({ writeNotes: false });
  }
  await using team = await server.start();
  await using local = await fixture.startLocalServer(BUILT, vault, env);
  const overTeam = await fixture.openBenchClient(team.url, await server.tokenOf('ben'));
  const overLocal = await fixture.openBenchClient(local.url, local.token);
  const ask = (call: Call, i: number) => call('memora_query', { query: question(i), k: 5 });
  for (let i = 0; i < 30; i++) {
    const hits = (await ask(overTeam, i))['hits'] as unknown[];
    if (hits.length === 0) throw new Error('the team answers nothing');
    await server.memory.query(question(i), { k: 5 });
    await ask(overLocal, i);
  }
  let [teamTurn, ownTurn, localTurn] = [0, 0, 0];
  const times = await interleave(
    {
      http: () => ask(overTeam, teamTurn++),
      own: () => server.memory.query(question(ownTurn++), { k: 5 }),
      local: () => ask(overLocal, localTurn++),
    },
    { rounds: QUESTIONS, warmup: 0 },
  );
  const ratio = report.compare('over HTTP', times.http, {
    name: 'the same memory in process',
    value: times.own,
  });
  report.budget('over HTTP', ratio, { max: 1.5, unit: '×', baseline: 'the same question in process' });
  report.note(`a vault over HTTP: ${times.local.median.toFixed(2)} ms`);
  for (const name of ['file', 'issuer'] as const) {
    const guard = toSample(await timesOf(400, server.guards[name]));
    const part = (guard.median / times.http.median) * 100;
    report.note(`guard, token of the ${name}: ${guard.median.toFixed(3)} ms`);
    report.budget(`guard, token of the ${name}`, part, { max: 5, unit: '%', baseline: 'p50 over HTTP' });
  }
  const cpuOf = async (call: Call, { cpu }: Process) => {
    const before = cpu();
    for (let i = 0; i < QUESTIONS; i++) await ask(call, i);
    return (cpu() - before) / QUESTIONS;
  };
  // Alternating like everything else, because a single run depends on luck on a busy machine.
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round++) {
    ours.push(await cpuOf(overTeam, team));
    theirs.push(await cpuOf(overLocal, local));
  }
  const cpu = report.compare('processor time of the server a question', toSample(ours), {
    name: 'a server of a vault',
    value: toSample(theirs),
  });
  report.budget('processor time a question', cpu, { max: 0.6, unit: '×', baseline: 'a server of a vault' });
}

/** The wait of an occasional caller while somebody else sends as many requests as possible. */
async function measureFairness(report: Report, server: Server, fixture: Fixture): Promise<void> {
  report.heading('one principal floods, another asks');
  await using process = await server.start();
  const quiet = await fixture.openBenchClient(process.url, await server.tokenOf('p0'));
  const token = await server.tokenOf('p1');
  const flood = await Promise.all(
    Array.from({ length: 64 }, () => fixture.openBenchClient(process.url, token)),
  );
  const neighbours = await Promise.all(
    ['p2', 'p3', 'p4', 'p5'].map(async (name) =>
      fixture.openBenchClient(process.url, await server.tokenOf(name)),
    ),
  );
  const beside = async (callers: readonly Call[]) => {
    let isOver = false;
    let [answered, refused] = [0, 0];
    const asking = callers.map(async (call, i) => {
      for (let n = 0; !isOver; n++)
        await call('memora_query', { query: question(i * 50 + n), k: 5 }).then(
          () => answered++,
          () => refused++,
        );
    });
    const times = await timesOf(60, (i) => quiet('memora_query', { query: question(i), k: 5 }));
    isOver = true;
    await Promise.all(asking);
    return { ...toSample(times), answered, refused };
  };
  const alone = await beside([]);
  const four = await beside(neighbours);
  const flooded = await beside(flood);
  report.table(
    Object.entries({ alone, 'beside four who ask': four, 'beside one with 64 calls at once': flooded }).map(
      ([who, { median, p95, answered, refused }]) => ({
        who,
        'p50 ms': median.toFixed(1),
        'p95 ms': p95.toFixed(1),
        answered,
        refused,
      }),
    ),
  );
  // A flood gets at most four concurrent calls of a server, so it weighs as much as four callers who ask one after the other.
  report.budget('p95 beside a flood', flooded.p95 / four.p95, {
    max: 1.5,
    unit: '×',
    baseline: 'p95 beside four who ask',
  });
}

async function measureCaptures(
  report: Report,
  server: Server,
  fixture: Fixture,
  folder: string,
): Promise<void> {
  report.heading(`capture to answerable, ${CAPTURES} notes`);
  const vault = join(folder, 'vault');
  const env = { MEMORA_CONFIG_DIR: join(folder, 'config'), MEMORA_EMBED_PROVIDER: 'none' };
  await using local = await openMemory({ vault, env: { ...process.env, ...env } });
  await local.index({ writeNotes: false });
  let made = 0;
  const note = (of: string) => {
    const i = made++;
    return { region: 'bench', summary: `${of} ${i}`, body: `${of} ${i} rings ${i} times.` };
  };
  const inVault = async () => {
    await local.capture({ ...note('Buoy'), source: 'agent' });
    await local.index({ writeNotes: false });
  };
  for (const where of ['inside', 'beside'] as const) {
    await using asked = await server.start(where === 'inside' ? ['--with-worker'] : []);
    // A second server without requests, which is the process with the worker.
    await using _worker = where === 'inside' ? null : await server.start(['--with-worker']);
    const call = await fixture.openBenchClient(asked.url, await server.tokenOf('ben'));
    const overTeam = async () => {
      const written = await call('memora_capture', {
        ...note('Bell'),
        scope: 'workspace',
        wait_ms: 30_000,
      });
      if (written['indexed'] !== true) throw new Error('not published in time');
    };
    const times = await interleave({ team: overTeam, local: inVault }, { rounds: CAPTURES, warmup: 4 });
    report.note(
      `worker ${where}, p50: ${times.team.median.toFixed(1)} ms against ${times.local.median.toFixed(1)} ms, ${(times.team.median / times.local.median).toFixed(2)}×`,
    );
    const ratio = report.compare(`worker ${where}, p95`, times.team.p95, {
      name: 'p95 of a vault',
      value: times.local.p95,
    });
    report.budget(`capture to answerable, worker ${where}, p95`, ratio, {
      max: 4,
      unit: '×',
      baseline: 'a local capture',
    });
  }
}

async function timesOf(count: number, work: (i: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const started = performance.now();
    await work(i);
    times.push(performance.now() - started);
  }
  return times;
}

function runNode(): Promise<void> {
  return new Promise((resolve) => {
    spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }).once('exit', () => resolve());
  });
}
