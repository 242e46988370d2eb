import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type AgentMemory, openAgentMemory } from '@memora/agent-memory';
import { openBridges } from '@memora/bridge';
import { openMemory } from '@memora/engine';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { recallFact } from '../agent-memory-runs/recall-facts.ts';
import type { Report } from '../report.ts';

const require = createRequire(import.meta.url);
const SERVER = join(
  dirname(require.resolve('@modelcontextprotocol/server-memory/package.json')),
  'dist',
  'index.js',
);

/** The time that the queue takes to write to the reference server, compared with the same number of calls by that server's own client. */
export async function drainToGraph(report: Report, folder: string, writes: number): Promise<void> {
  report.heading(`${writes.toLocaleString('en')} writes to the reference server`);
  const client = new Client({ name: 'bench', version: '0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [SERVER],
      env: { MEMORY_FILE_PATH: join(folder, 'own.jsonl') },
      stderr: 'ignore',
    }),
  );
  const own = await timeOf(async () => {
    for (let i = 0; i < writes; i++) {
      const entity = { name: `memora mem_${i}`, entityType: 'fact', observations: [recallFact(i).content] };
      await client.callTool({ name: 'create_entities', arguments: { entities: [entity] } });
    }
  });
  await client.close();
  const store = join(folder, 'bridged.jsonl');
  const table = `command = ${JSON.stringify([process.execPath, SERVER])}\nenv = ["MEMORY_FILE_PATH=${store}"]`;
  const drained = await drain(join(folder, 'graph'), table, writes, report);
  report.note(`${(await readFile(store, 'utf8')).trim().split('\n').length} stand there`);
  const baseline = { name: 'the same writes by its own client, one a call', value: own.clock };
  const ratio = report.compare('draining', drained.clock, baseline);
  report.budget('draining to the reference server', ratio, { max: 1.5, unit: '×' });
}

/** How many concurrent calls a bridge makes to mem0. */
const AT_ONCE = 8;

/**
 * The time that the queue takes to write over REST, compared with the same requests by `fetch` alone: one
 * after the other, and as many concurrently.
 */
export async function drainToRest(report: Report, folder: string, writes: number): Promise<void> {
  report.heading(`${writes.toLocaleString('en')} writes over REST`);
  const server = new Worker(REST, { eval: true });
  try {
    const port = await new Promise<number>((resolve) => server.once('message', resolve));
    const url = `http://127.0.0.1:${port}`;
    const send = async (i: number): Promise<void> => {
      const body = { messages: [{ role: 'user', content: recallFact(i).content }], metadata: { memora: i } };
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${url}/memories`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      await response.json();
    };
    const oneByOne = await timeOf(async () => {
      for (let i = 0; i < writes; i++) await send(i);
    });
    const together = await timeOf(async () => {
      let next = 0;
      const run = async (): Promise<void> => {
        while (next < writes) await send(next++);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, run));
    });
    const table = `url = "${url}"\nprovider = "mem0-rest"`;
    const drained = await drain(join(folder, 'rest'), table, writes, report);
    report.note(
      `by the clock ${(drained.clock / oneByOne.clock).toFixed(2)}×; ${AT_ONCE} at once by fetch alone take ${(together.clock / oneByOne.clock).toFixed(2)}× by the clock, ${(together.processor / oneByOne.processor).toFixed(2)}× of processors`,
    );
    const baseline = { name: 'the same requests by fetch, one after the other', value: oneByOne.processor };
    const ratio = report.compare('draining, CPU of both sides', drained.processor, baseline);
    report.budget('draining over REST', ratio, { max: 1.5, unit: '×' });
  } finally {
    await server.terminate();
  }
}

/** Answers like mem0, in a separate thread. */
const REST = `
const { createServer } = require('node:http');
const { parentPort } = require('node:worker_threads');
let made = 0;
const server = createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const { messages } = JSON.parse(Buffer.concat(parts).toString() || '{}');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ results: [{ id: 'm' + ++made, memory: messages?.[0]?.content ?? '', event: 'ADD' }] }));
  });
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

/** Remembers facts with a bridge, and returns the milliseconds of one run through the queue. */
async function drain(folder: string, table: string, writes: number, report: Report): Promise<Took> {
  const [vault, config] = [join(folder, 'vault'), join(folder, 'config')];
  await Promise.all([vault, config].map((each) => mkdir(each, { recursive: true })));
  await writeFile(
    join(config, 'config.toml'),
    `[bridge.other]\n${table}\ndirection = "write"\nlocal = true\n`,
  );
  const env = { ...process.env, MEMORA_CONFIG_DIR: config };
  await using memory = await openMemory({ vault, env });
  let agent: AgentMemory | undefined;
  await using bridges = openBridges(memory, () => agent as AgentMemory, { env });
  agent = await openAgentMemory({ memory, env, agent: 'bench', policy: { maxSavesPerSession: null } });
  // Both are connected before the clock starts.
  await agent.remember({ content: 'The bench of the harbour is painted green.', privacy: 'public' });
  await bridges.push();
  for (let i = 0; i < writes; i++) {
    const { content, entity } = recallFact(i);
    await agent.remember({ content, entity, privacy: 'public' });
  }
  let saved = 0;
  const took = await timeOf(async () => {
    for (const { pushed } of await bridges.push()) saved += pushed.saved;
  });
  report.note(`${saved} saved`);
  await agent.close();
  return took;
}

interface Took {
  /** Clock time in milliseconds, and processor time of the whole process, whose server is one of its threads. */
  readonly clock: number;
  readonly processor: number;
}

async function timeOf(task: () => Promise<void>): Promise<Took> {
  const before = process.cpuUsage();
  const start = performance.now();
  await task();
  const { user, system } = process.cpuUsage(before);
  return { clock: performance.now() - start, processor: (user + system) / 1000 };
}
