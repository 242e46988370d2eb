import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ExternalSource, openAgentMemory } from '@memora/agent-memory';
import { auditStore } from '@memora/bridge';
import { openMemory } from '@memora/engine';
import { recallFact } from './agent-memory-runs/recall-facts.ts';
import { drainToGraph, drainToRest } from './bridge-runs/drain-writes.ts';
import { readGigabyte, readLarge } from './bridge-runs/read-large.ts';
import { openFacts } from './context-runs/open-facts.ts';
import { type Report, type Suite, toSample } from './report.ts';

/** The contract requires 10,000 memories compared with 10,000 notes, and 1,000 writes. */
const SIZE = Number(process.env['MEMORA_BENCH_SIZE'] ?? '10000');
const WRITES = Number(process.env['MEMORA_BENCH_WRITES'] ?? '1000');
/**
 * Some of the sets for a quick run: `MEMORA_BENCH_SETS=recall,graph,rest,read,memory`. The audit is measured
 * together with the recalls it is compared with.
 */
const SETS = (process.env['MEMORA_BENCH_SETS'] ?? 'recall,graph,rest,read,memory').split(',');
const STORE_MB = Number(process.env['MEMORA_BENCH_STORE'] ?? '100');
const GIGABYTE_MB = Number(process.env['MEMORA_BENCH_GIGABYTE'] ?? '1024');
const RECALLS = 200;
const DEADLINE_MS = 300;
const SLOW_ROUNDS = 15;

/** The cost of working next to another memory. */
export const suite: Suite = {
  name: 'bridge',
  async run(report) {
    const folder = await mkdtemp(join(tmpdir(), 'memora-bench-'));
    try {
      if (SETS.includes('recall')) await auditAgainst(report, folder, await recallBeside(report, folder));
      if (SETS.includes('graph')) await drainToGraph(report, folder, WRITES);
      if (SETS.includes('rest')) await drainToRest(report, folder, WRITES);
      if (SETS.includes('read')) await readLarge(report, folder, STORE_MB);
      if (SETS.includes('memory')) readGigabyte(report, GIGABYTE_MB);
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
  // Alternating, so that other load on the machine affects both equally.
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
  // Each of them is in a note, in the same words.
  report.budget(
    'memories grounded',
    findings.filter(({ verdict }) => verdict === 'grounded').length / findings.length,
    { min: 1 },
  );
  const baseline = { name: `${SIZE} recalls`, value: recallCpu * SIZE };
  report.budget('audit', report.compare('audit, CPU', (user + system) / 1000, baseline), {
    max: 1.5,
    unit: '×',
  });
}
