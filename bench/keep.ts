import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgentMemory, openAgentMemory } from '@memora/agent-memory';
import { recallFact, writeFacts } from './agent-memory-runs/recall-facts.ts';
import { openFacts } from './context-runs/open-facts.ts';
import { type Report, type Suite, toSample } from './report.ts';

/** The sizes of the contract: `MEMORA_BENCH_SIZES=1000,100000`. */
const SIZES = (process.env['MEMORA_BENCH_SIZES'] ?? '1000,10000').split(',').map(Number);
/** How many of a vault one source wrote; the contract says 1,000. */
const OF_SOURCE = Number(process.env['MEMORA_BENCH_SOURCE'] ?? '100');
const NEW = 100;
const ROUNDS = 3;

interface Kept {
  readonly consolidation: number;
  readonly plan: number;
}

/** What keeping a memory right costs: consolidation, rollback, export and import. Processor time. */
export const suite: Suite = {
  name: 'keep',
  async run(report) {
    const folder = await mkdtemp(join(tmpdir(), 'memora-bench-'));
    try {
      const all: Kept[] = [];
      for (const size of SIZES) {
        report.heading(`${size.toLocaleString('en')} memories`);
        const { vault, env } = await openFacts(process.env['MEMORA_BENCH_KEEP'] ?? folder, size);
        await using agent = await openAgentMemory({
          vault,
          env,
          agent: 'bench',
          policy: { maxSavesPerSession: null },
        });
        all.push({
          consolidation: await consolidateNew(agent, vault, size),
          plan: await rollBack(report, agent),
        });
        await exportAll(report, agent, vault, join(folder, `copy-${size}`));
      }
      const [small, large] = [all[0], all.at(-1)];
      if (small === undefined || large === undefined || SIZES.length < 2) return;
      const name = `at ${SIZES[0]} memories`;
      for (const [what, ours, theirs] of [
        [`consolidation of ${NEW} new`, large.consolidation, small.consolidation],
        ['plan of a rollback', large.plan, small.plan],
      ] as const)
        report.budget(what, report.compare(`${what}, CPU`, ours, { name, value: theirs }), {
          max: 2,
          unit: '×',
        });
      await importMany(report, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Milliseconds of processor time of a task. */
async function timed(task: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function consolidateNew(agent: AgentMemory, vault: string, size: number): Promise<number> {
  await agent.consolidate();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const first = size + 1_000_000 + round * NEW;
    await writeFacts(
      vault,
      Array.from({ length: NEW }, (_, i) => recallFact(first + i)),
    );
    await agent.memory.index();
    times.push(await timed(() => agent.consolidate()));
  }
  return toSample(times).median;
}

async function rollBack(report: Report, agent: AgentMemory): Promise<number> {
  const session = await agent.session();
  for (let i = 0; i < OF_SOURCE; i++) {
    await session.remember({ content: `Crate ${i + 1} of the Quay holds ${i * 17 + 40} valves.` });
  }
  const plans: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    plans.push(await timed(() => agent.rollback({ session: session.id }, { dryRun: true })));
  let batch: string | null = null;
  const applied = await timed(async () => {
    batch = (await agent.rollback({ session: session.id })).batch;
  });
  // The same notes come back and are indexed: what undoing it takes.
  const indexing = await timed(() => agent.rollback({ batch: String(batch) }));
  const baseline = { name: `bringing ${OF_SOURCE} back, indexed`, value: indexing };
  const name = `rollback of ${OF_SOURCE}`;
  report.budget(name, report.compare(`${name}, CPU`, applied, baseline), { max: 1.5, unit: '×' });
  return toSample(plans).median;
}

async function exportAll(report: Report, agent: AgentMemory, vault: string, copy: string): Promise<void> {
  const start = process.memoryUsage().rss;
  let most = start;
  const exported = await timed(async () => {
    for await (const _ of agent.exportBundle()) most = Math.max(most, process.memoryUsage().rss);
  });
  const copied = await timed(() => cp(join(vault, 'semantic'), copy, { recursive: true }));
  await rm(copy, { recursive: true, force: true });
  const baseline = { name: 'copying the files', value: copied };
  report.budget('export', report.compare('export, CPU', exported, baseline), { max: 3, unit: '×' });
  report.budget('export, memory it adds', (most - start) / 2 ** 20, { max: 200, unit: 'MB' });
}

async function importMany(report: Report, folder: string): Promise<void> {
  const facts = Array.from({ length: 200 }, (_, i) => recallFact(i));
  const open = (name: string) =>
    openAgentMemory({ vault: join(folder, name), agent: 'bench', policy: { maxSavesPerSession: null } });
  for (const name of ['remembered', 'imported']) await writeFacts(join(folder, name), [recallFact(999_999)]);
  await using one = await open('remembered');
  await using other = await open('imported');
  for (const agent of [one, other]) await agent.memory.index();
  const session = await one.session();
  const remembered = await timed(async () => {
    for (const { content, entity } of facts) await session.remember({ content, entity });
  });
  const items = facts.map(({ id, content, entity }) => ({
    provider: 'bench',
    original: id,
    content,
    entity,
  }));
  const imported = await timed(() => other.importMemories(items));
  const baseline = { name: 'remember of the same', value: remembered };
  report.budget('import', report.compare(`import of ${facts.length}, CPU`, imported, baseline), {
    max: 1.3,
    unit: '×',
  });
}
