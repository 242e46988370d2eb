import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openMemory } from '@memora/engine';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { measureColdSession } from './mcp-runs/measure-cold-session.ts';
import { interleave, type Report, type Suite, toSample } from './report.ts';

const BIN = fileURLToPath(new URL('../packages/mcp/dist/bin.js', import.meta.url));
const REFERENCE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-memory/dist/index.js'));
const CLIENT = fileURLToPath(new URL('mcp-runs/capture-facts.ts', import.meta.url));
const CLIENTS = 20;
const CAPTURES = 50;

/**
 * The MCP server: a cold session, start-up, round trips, and many clients on one vault. Runs the built bin,
 * like a client; `MEMORA_BENCH_SETS=session` stops after the first.
 */
export const suite: Suite = {
  name: 'mcp',
  async run(report) {
    const folder = await mkdtemp(join(tmpdir(), 'memora-bench-mcp-'));
    const env = { PATH: process.env['PATH'] ?? '', MEMORA_CONFIG_DIR: join(folder, 'config') };
    try {
      await measureColdSession(report, { folder, env, own: BIN, reference: REFERENCE });
      if (process.env['MEMORA_BENCH_SETS'] === 'session') return;
      const small = await setupVault(join(folder, 'small'), env, 1);
      const large = await setupVault(join(folder, 'large'), env, 5_000);
      await measureStart(report, env, small, large);
      await measureRoundTrip(report, env, large);
      await countSurvivors(report, env, folder);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

interface BenchVault {
  readonly path: string;
  readonly claims: number;
}

async function measureStart(report: Report, env: Env, small: BenchVault, large: BenchVault): Promise<void> {
  report.heading('from spawn to the answer of initialize');
  const running: ChildProcess[] = [];
  const start = async (path: string) => running.push(await startUntilReady(path, env));
  // Servers end before the next measurement, so that none runs during it and no shutdown is measured.
  const stopAll = () =>
    Promise.all(
      running.splice(0).map((child) => {
        child.stdin?.end();
        return closed(child);
      }),
    );
  const times = await interleave(
    { node: () => runNode(), small: () => start(small.path), large: () => start(large.path) },
    { rounds: 15, warmup: 2, before: stopAll },
  );
  await stopAll();
  for (const [claims, sample] of [
    [small.claims, times.small],
    [large.claims, times.large],
  ] as const) {
    const ratio = report.compare(`${claims.toLocaleString('en')} claims`, sample, {
      name: 'node -e 0',
      value: times.node,
    });
    report.budget(`ready at ${claims.toLocaleString('en')} claims`, ratio, {
      max: 4,
      unit: '×',
      baseline: 'node -e 0',
    });
  }
}

async function measureRoundTrip(report: Report, env: Env, { path, claims }: BenchVault): Promise<void> {
  report.heading(
    `memora_query at ${claims.toLocaleString('en')} claims, round trip over stdio against the engine's query`,
  );
  await using memory = await openMemory({ vault: path, env });
  await using server = await connect(process.execPath, [BIN, '--vault', path], env);
  const questions = Array.from(
    { length: 200 },
    (_, i) => `what did station ${(i * 37) % 5000} read for sensor ${i % 20}?`,
  );
  const ask = (question: string) =>
    server.client.callTool({ name: 'memora_query', arguments: { query: question, k: 5 } });
  for (const question of questions.slice(0, 20)) {
    await ask(question);
    await memory.query(question, { k: 5 });
  }
  const [rounds, calls]: [number[], number[]] = [[], []];
  for (const question of questions) {
    rounds.push(await timeOf(() => ask(question)));
    calls.push(await timeOf(() => memory.query(question, { k: 5 })));
  }
  const ratio = report.compare('round trip', toSample(rounds), {
    name: 'memory.query',
    value: toSample(calls),
  });
  report.note(`p95: ${toSample(rounds).p95.toFixed(2)} ms against ${toSample(calls).p95.toFixed(2)} ms`);
  report.budget('round trip', ratio, { max: 1.5, unit: '×', baseline: 'the retrieval call itself' });
}

async function countSurvivors(report: Report, env: Env, folder: string): Promise<void> {
  report.heading(
    `${CLIENTS} clients, each a process with a server process of its own, write ${CAPTURES} facts into one store and ask after each`,
  );
  const vault = join(folder, 'shared');
  await mkdir(vault);
  const started = performance.now();
  const failures = await runClients('memora', [BIN, '--vault', vault], env);
  const seconds = (performance.now() - started) / 1000;
  const written = CLIENTS * CAPTURES;
  const notes = (await readdir(join(vault, 'log'))).length;
  await using memory = await openMemory({ vault, env });
  const { claims } = await memory.claims.listClaims({ region: 'log' });
  const texts = (await memory.readSpans(claims)).filter((text) => text?.startsWith('Probe '));
  const doubled = texts.length - new Set(texts).size;
  const reference = await countReference(folder, env);
  report.table([
    { server: 'memora-mcp', written, kept: new Set(texts).size, doubled, errors: failures.length },
    { server: 'reference memory server', written, ...reference },
  ]);
  report.note(`memora-mcp: ${seconds.toFixed(1)} s`);
  for (const failure of failures.slice(0, 3)) report.note(failure);
  report.budget('notes kept', notes, { min: written, max: written });
  report.budget('claims kept', new Set(texts).size, { min: written, max: written });
  report.budget('claims doubled', doubled, { max: 0 });
  report.budget('calls answered with an error', failures.length, { max: 0 });
}

/** All clients concurrently, each in a separate process; returns the refused calls. */
async function runClients(kind: string, server: readonly string[], env: Env): Promise<string[]> {
  const failures = await Promise.all(
    Array.from({ length: CLIENTS }, (_, client) => {
      const args = [CLIENT, kind, String(client), String(CAPTURES), process.execPath, ...server];
      const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
      let printed = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
      return closed(child).then(() => JSON.parse(printed) as string[]);
    }),
  );
  return failures.flat();
}

/** The same writes through the reference memory server, one process per client, on one file. */
async function countReference(folder: string, env: Env) {
  const file = join(folder, 'reference.jsonl');
  const failures = await runClients('reference', [REFERENCE], { ...env, MEMORY_FILE_PATH: file });
  const names = (await readFile(file, 'utf8'))
    .split('\n')
    .flatMap((line) => /"name":"([^"]+)"/.exec(line)?.[1] ?? []);
  const kept = new Set(names).size;
  return { kept, doubled: names.length - kept, errors: failures.length };
}

type Env = Readonly<Record<string, string>>;

async function connect(command: string, args: readonly string[], env: Env) {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({ command, args: [...args], env: { ...env }, stderr: 'ignore' }),
  );
  return { client, [Symbol.asyncDispose]: () => client.close() };
}

/** `notes` notes of 20 facts, indexed. */
async function setupVault(path: string, env: Env, notes: number): Promise<BenchVault> {
  await mkdir(path, { recursive: true });
  for (let note = 0; note < notes; note++) {
    const facts = Array.from(
      { length: 20 },
      (_, i) => `Station ${note} sensor ${i} reads ${(note * 31 + i * 7) % 997} lux.`,
    );
    await writeFile(join(path, `station-${note}.md`), `# Station ${note}\n\n${facts.join('\n\n')}\n`);
  }
  await using memory = await openMemory({ vault: path, env });
  const { report } = await memory.index();
  return { path, claims: report.claims };
}

const INITIALIZE = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
})}\n`;

/** Returns once a server has answered `initialize`. */
export async function startUntilReady(
  vault: string,
  env: NodeJS.ProcessEnv,
  bin = BIN,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [bin, '--vault', vault], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.write(INITIALIZE);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

async function runNode(): Promise<void> {
  await closed(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }));
}

export function closed(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.on('close', resolve));
}

async function timeOf(task: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await task();
  return performance.now() - started;
}
