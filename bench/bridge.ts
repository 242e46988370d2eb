import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type ExternalSource, openAgentMemory } from '@memora/agent-memory';
import { auditStore, readStore } from '@memora/bridge';
import { openMemory } from '@memora/engine';
import { recallFact } from './agent-memory-runs/recall-facts.ts';
import { drainToGraph, drainToRest } from './bridge-runs/drain-writes.ts';
import { openFacts } from './context-runs/open-facts.ts';
import { type Report, type Suite, toSample } from './report.ts';

/** The contract says 10,000 memories against 10,000 notes, and 1,000 writes. */
const SIZE = Number(process.env['MEMORA_BENCH_SIZE'] ?? '10000');
const WRITES = Number(process.env['MEMORA_BENCH_WRITES'] ?? '1000');
const STORE_MB = Number(process.env['MEMORA_BENCH_STORE'] ?? '100');
const RECALLS = 200;
const DEADLINE_MS = 300;
const SLOW_ROUNDS = 15;

/** What working beside another memory costs. */
export const suite: Suite = {
  name: 'bridge',
  async run(report) {
    const folder = await mkdtemp(join(tmpdir(), 'memora-bench-'));
    try {
      const each = await recallBeside(report, folder);
      await auditAgainst(report, folder, each);
      await drainToGraph(report, folder, WRITES);
      await drainToRest(report, folder, WRITES);
      await readLarge(report, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** A memory that never answers. */
function hanging(deadlineMs: number): ExternalSource {
  return { name: 'hanging', deadlineMs, search: () => new Promise(() => undefined) };
}

async function recallBeside(report: Report, folder: string): Promise<number> {
  report.heading(`recall over ${SIZE.toLocaleString('en')} memories`);
  const { vault, env, ask } = await openFacts(folder, SIZE);
  await using memory = await openMemory({ vault, env });
  const open = (external: readonly ExternalSource[]) => openAgentMemory({ memory, env, external });
  const [without, unwaited, waiting] = await Promise.all([
    open([]),
    open([hanging(0)]),
    open([hanging(DEADLINE_MS)]),
  ]);
  for (let i = 0; i < 20; i++) await without.recall(ask());
  const times: Record<'without' | 'unwaited', number[]> = { without: [], unwaited: [] };
  let cpu = 0;
  // One after the other, in turns: what the machine does besides is the same for both.
  for (let i = 0; i < RECALLS; i++) {
    const question = ask();
    for (const [name, agent] of i % 2 === 0
      ? ([
          ['without', without],
          ['unwaited', unwaited],
        ] as const)
      : ([
          ['unwaited', unwaited],
          ['without', without],
        ] as const)) {
      const before = process.cpuUsage();
      const start = performance.now();
      await agent.recall(question);
      times[name].push(performance.now() - start);
      const { user, system } = process.cpuUsage(before);
      if (name === 'without') cpu += (user + system) / 1000;
    }
  }
  const baseline = { name: 'recall without a bridge', value: toSample(times.without) };
  report.budget(
    'recall, not waited for',
    report.compare('a server that hangs, deadline 0', toSample(times.unwaited), baseline),
    {
      max: 1.1,
      unit: '×',
    },
  );
  const slow: number[] = [];
  for (let i = 0; i < SLOW_ROUNDS; i++) {
    const start = performance.now();
    await waiting.recall(ask());
    slow.push(performance.now() - start);
  }
  const allowed = 1.1 * toSample(times.without).median + DEADLINE_MS;
  report.note(
    `a server that hangs, deadline ${DEADLINE_MS} ms: median ${toSample(slow).median.toFixed(1)} ms, allowed ${allowed.toFixed(1)} ms`,
  );
  report.budget('recall, waited for, of what is allowed', toSample(slow).median / allowed, {
    max: 1,
    unit: '×',
  });
  for (const agent of [without, unwaited, waiting]) await agent.close();
  return cpu / RECALLS;
}

async function auditAgainst(report: Report, folder: string, recallCpu: number): Promise<void> {
  report.heading(`audit of ${SIZE.toLocaleString('en')} memories`);
  const store = join(folder, 'saved.txt');
  await writeFile(store, Array.from({ length: SIZE }, (_, i) => `${recallFact(i).content}\n`).join(''));
  const before = process.cpuUsage();
  const { findings } = await auditStore([store], { against: [join(folder, `context-${SIZE}`)] });
  const { user, system } = process.cpuUsage(before);
  report.note(
    `${findings.filter(({ verdict }) => verdict === 'grounded').length} of ${findings.length} grounded`,
  );
  const baseline = { name: `${SIZE} recalls`, value: recallCpu * SIZE };
  report.budget('audit', report.compare('audit, CPU', (user + system) / 1000, baseline), {
    max: 1.5,
    unit: '×',
  });
}

async function readLarge(report: Report, folder: string): Promise<void> {
  report.heading(`a store of ${STORE_MB} MB`);
  const path = join(folder, 'large.json');
  const file = createWriteStream(path);
  let bytes = 0;
  file.write('{"results":[');
  for (let i = 0; bytes < STORE_MB * 2 ** 20; i++) {
    const row = JSON.stringify({
      id: `m${i}`,
      memory: recallFact(i).content,
      user_id: 'ada',
      created_at: '2026-11-20T10:00:00Z',
      metadata: { source: 'chat', topic: recallFact(i).entity },
    });
    bytes += row.length + 1;
    if (!file.write(`${i === 0 ? '' : ','}${row}`))
      await new Promise<void>((resolve) => file.once('drain', () => resolve()));
  }
  file.end(']}');
  await finished(file);
  const parse: number[] = [];
  const read: number[] = [];
  let most = 0;
  let count = 0;
  for (let round = 0; round < 3; round++) {
    let before = process.cpuUsage();
    const rows = (JSON.parse(await readFile(path, 'utf8')) as { results: unknown[] }).results.length;
    parse.push(cpuSince(before));
    before = process.cpuUsage();
    count = 0;
    for await (const memory of readStore(path)) {
      if ('text' in memory) count++;
      if (count % 10_000 === 0) most = Math.max(most, process.memoryUsage().rss);
    }
    read.push(cpuSince(before));
    if (rows !== count) throw new Error(`${rows} rows, ${count} read`);
  }
  const baseline = { name: 'reading the file and JSON.parse', value: toSample(parse) };
  report.budget(
    'reading a store',
    report.compare(`readStore, ${count} memories, CPU`, toSample(read), baseline),
    { max: 3, unit: '×' },
  );
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
