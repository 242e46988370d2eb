import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type AgentMemory, openAgentMemory } from '@memora/agent-memory';
import { interleave, type Report, type Sample, toSample } from '../report.ts';
import { openBareWriter } from './bare-writer.ts';
import { type BareProof, openBareProof } from './open-bare-proof.ts';
import { type MiniSearchPeer, openMiniSearch } from './open-minisearch.ts';
import { placeOfFact, questionOf, type RecallFact, recallFact, writeFacts } from './recall-facts.ts';

/** Fewer memories for a quick run: `MEMORA_BENCH_SIZES=1000`. */
const SIZES = (process.env['MEMORA_BENCH_SIZES'] ?? '1000,10000,100000').split(',').map(Number);
/** A folder whose vaults the next run reuses, because indexing 100,000 memories takes minutes. */
const KEPT = process.env['MEMORA_BENCH_KEEP'];
const QUESTIONS = 200;
/** Questions before those that are measured. */
const WARM = 40;
const SAVES = 100;
/** Saves before the measured ones, because code that has run only a few times is slower on either side. */
const WARM_SAVES = 40;
const COMPARED = 40;

interface Measured {
  readonly size: number;
  readonly recall: Sample;
  /** A recall within 400 tokens, like the tools'. */
  readonly within: Sample;
  readonly peer: Sample;
  readonly remember: Sample;
}

/** How fast memories are found and written, and whether that stays the same as their number grows. All times are processor times. */
export async function measureSpeed(report: Report, folder: string): Promise<void> {
  const measured: Measured[] = [];
  for (const size of SIZES)
    measured.push(await measure(report, join(KEPT ?? folder, `recall-${size}`), size));
  const [small, large] = [measured[0], measured.at(-1)];
  if (small === undefined || large === undefined || small === large) return;
  report.heading('growth');
  const more = large.size / small.size;
  report.budget(`p95 of a recall, ${more}× the memories`, large.recall.p95 / small.recall.p95, {
    max: 3,
    unit: '×',
  });
  report.budget(
    `p95 of a recall within 400 tokens, ${more}× the memories`,
    large.within.p95 / small.within.p95,
    {
      max: 3,
      unit: '×',
    },
  );
  report.budget(`p95 of a save, ${more}× the memories`, large.remember.p95 / small.remember.p95, {
    max: 2,
    unit: '×',
  });
}

async function measure(report: Report, vault: string, size: number): Promise<Measured> {
  report.heading(`${size.toLocaleString('en')} memories`);
  const facts = Array.from({ length: size }, (_, i) => recallFact(i));
  if (!existsSync(join(vault, '.memora'))) {
    await mkdir(vault, { recursive: true });
    await writeFacts(vault, facts);
  }
  await using agent = await openAgentMemory({
    vault,
    agent: 'bench',
    policy: { maxSavesPerSession: null },
  });
  await agent.memory.index();
  using peer = await openMiniSearch(size);
  using proof = await openBareProof(vault, facts);
  const sides = { agent, peer, proof, facts };
  const { recall, within, minisearch, least } = await askByTurns(sides, { from: 0, warm: WARM });
  report.table([
    { recall: 'Memora', p50: recall.median, p95: recall.p95 },
    { recall: 'Memora, within 400 tokens', p50: within.median, p95: within.p95 },
    { recall: 'MiniSearch 7.2.0', p50: minisearch.median, p95: minisearch.p95 },
    { recall: 'it, and five notes read, hashed and counted', p50: least.median, p95: least.p95 },
  ]);
  const share = recall.p95 / minisearch.p95;
  if (size <= 1_000) {
    report.budget('p95 of a recall', recall.p95, { max: 10, unit: ' ms' });
    report.budget('p95 of a recall within 400 tokens', within.p95, { max: 10, unit: ' ms' });
    report.budget('p95 of a recall against MiniSearch', share, { max: 5, unit: '×' });
    // All of them, because the p95 of 200 is the tenth value.
    const asked = await askByTurns(sides, { from: WARM + QUESTIONS, warm: size, questions: size });
    report.table([
      { 'each asked for once': 'Memora', p50: asked.recall.median, p95: asked.recall.p95 },
      {
        'each asked for once': 'MiniSearch 7.2.0',
        p50: asked.minisearch.median,
        p95: asked.minisearch.p95,
      },
      {
        'each asked for once': 'it, and five notes read, hashed and counted',
        p50: asked.least.median,
        p95: asked.least.p95,
      },
    ]);
    report.budget('the same once each memory was asked for', asked.recall.p95 / asked.minisearch.p95, {
      max: 1.5,
      unit: '×',
    });
  } else if (size >= 100_000)
    report.budget('p95 of a recall against MiniSearch', share, { max: 0.1, unit: '×' });
  else report.note(`p95 of a recall is ${share.toFixed(2)}× that of MiniSearch`);

  let saved = size;
  const save = () => {
    const { content, entity, tags } = recallFact(saved++);
    return agent.remember({ content, entity, tags });
  };
  if (size <= 1_000) {
    await using bare = await openBareWriter(vault, save, COMPARED + WARM_SAVES);
    const written = await interleave(
      { remember: save, bare: bare.write },
      { rounds: COMPARED, warmup: WARM_SAVES, processorTime: true },
    );
    const ratio = report.compare('a save, p50', written.remember, {
      name: `one fsynced file and one commit of the same ${bare.rows} rows`,
      value: written.bare,
    });
    report.budget('a save against the bare writes, p50', ratio, { max: 12, unit: '×' });
  }
  const { remember } = await interleave(
    { remember: save },
    { rounds: SAVES, warmup: 20, processorTime: true },
  );
  report.table([{ save: 'Memora', p50: remember.median, p95: remember.p95 }]);
  if (KEPT === undefined) await rm(vault, { recursive: true, force: true });
  else await removeSaved(vault, size, saved);
  return { size, recall, within, peer: minisearch, remember };
}

/** Removes everything saved in addition to the facts, so that the next run begins with the same memories. */
async function removeSaved(vault: string, from: number, to: number): Promise<void> {
  for (let i = from; i < to; i++) {
    const folder = dirname(join(vault, placeOfFact(recallFact(i))));
    for (const name of await readdir(folder).catch(() => []))
      if (!name.startsWith('fact-')) await rm(join(folder, name));
  }
}

interface Sides {
  readonly agent: AgentMemory;
  readonly peer: MiniSearchPeer;
  readonly proof: BareProof;
  readonly facts: readonly RecallFact[];
}

/**
 * Asks all sides for the same facts, one after the other; the first `warm` of them are not measured. `least`
 * is MiniSearch's time plus reading again, hashing and counting five memories.
 */
async function askByTurns(
  { agent, peer, proof, facts }: Sides,
  {
    from,
    warm,
    questions = QUESTIONS,
  }: { readonly from: number; readonly warm: number; readonly questions?: number },
): Promise<Record<'recall' | 'within' | 'minisearch' | 'least', Sample>> {
  const recall: number[] = [];
  const within: number[] = [];
  const minisearch: number[] = [];
  const least: number[] = [];
  for (let i = 0; i < warm + questions; i++) {
    const asked = ((from + i) * 7919) % facts.length;
    const question = questionOf(facts[asked] as RecallFact);
    const own = await timed(() => agent.recall(question, { evidence: false }));
    const budgeted = await timed(() => agent.recall(question, { tokens: 400 }));
    const other = await peer.ask(asked);
    const proven = proof.prove(asked);
    if (i < warm) continue;
    recall.push(own);
    within.push(budgeted);
    minisearch.push(other);
    least.push(other + proven);
  }
  return {
    recall: toSample(recall),
    within: toSample(within),
    minisearch: toSample(minisearch),
    least: toSample(least),
  };
}

/** Milliseconds of the processor. */
async function timed(act: () => Promise<unknown>): Promise<number> {
  const begun = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}
