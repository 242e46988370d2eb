/**
 * `node --conditions=memora-source packages/agent-memory/src/testing-fixtures/roll-back-histories.ts [histories] [seed]`: generates histories of two to six
 * sources, rolls one source back, and compares the state with a memory in which the same history ran without it. Then undoes the rollback and compares every
 * byte and state with those before.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAgentMemory, type RollbackTarget } from '../index.ts';
import { bytesOfVault, describeVault } from './histories/describe-vault.ts';
import { labelSource, liveHistory } from './histories/live-history.ts';
import { makeHistory, QUESTIONS } from './histories/make-history.ts';

/** A history and its differences. */
interface ComparedHistory {
  readonly operations: number;
  readonly target: string;
  readonly saved: number;
  readonly fell: number;
  /** Saves of the source by the labels, how many of them the closure found, and what else it found. */
  readonly labelled: number;
  readonly found: number;
  readonly astray: number;
  readonly faults: readonly string[];
}

/** The differences of one generated history; none if the rollback leaves no trace. */
export async function compareHistory(seed: number): Promise<ComparedHistory> {
  const history = makeHistory(seed);
  const root = await mkdtemp(join(tmpdir(), 'rolled-'));
  const other = await mkdtemp(join(tmpdir(), 'never-'));
  try {
    const lived = await liveHistory(root, history, () => null);
    const labels = labelSource(history, lived);
    await liveHistory(other, history, (at) => labels.get(at) ?? null, lived);
    const before = { bytes: await bytesOfVault(root), state: await describeVault(root) };
    const faults: string[] = [];
    const { target: asked } = history;
    const batchOf = 'batchOf' in asked ? lived.batches[asked.batchOf] : null;
    const target = ('batchOf' in asked ? { batch: batchOf ?? 'ext_000000000000' } : asked) as RollbackTarget;
    let batch: string | null;
    let [fell, labelled, found, astray] = [0, 0, 0, 0];
    {
      await using agent = await openAgentMemory({ vault: root, agent: 'helper' });
      const plan = await agent.rollback(target, { dryRun: true });
      const done = await agent.rollback(target);
      batch = done.batch;
      fell = done.falls.length;
      if (JSON.stringify({ ...plan, batch: null }) !== JSON.stringify({ ...done, batch: null }))
        faults.push('the plan is another than what was done');
      const { entries } = await agent.log();
      const falls = new Set(
        entries.flatMap(({ code, batch: of, notes }) => (code === 'fell' && of === batch ? notes : [])),
      );
      const gone = new Set(
        entries.flatMap(({ code, operation, notes }) =>
          code === 'forgotten' || operation === 'expire' ? notes : [],
        ),
      );
      for (const [i, ids] of lived.saved.entries())
        for (const id of ids) {
          if (gone.has(id)) continue;
          if (labels.has(i)) labelled++;
          if (falls.has(id) && labels.has(i)) found++;
          if (falls.has(id) && !labels.has(i)) astray++;
          if (falls.has(id) !== labels.has(i))
            faults.push(`${labels.has(i) ? 'missed' : 'too much'}: step ${i}`);
        }
    }
    const [rolled, never] = [await describeVault(root, QUESTIONS), await describeVault(other, QUESTIONS)];
    for (const line of rolled) if (!never.includes(line)) faults.push(`rolled back only: ${line}`);
    for (const line of never) if (!rolled.includes(line)) faults.push(`never happened only: ${line}`);
    if (batch !== null) {
      await using agent = await openAgentMemory({ vault: root, agent: 'helper' });
      await agent.rollback({ batch });
    }
    const after = { bytes: await bytesOfVault(root), state: await describeVault(root) };
    for (const kind of ['bytes', 'state'] as const) {
      for (const line of before[kind])
        if (!after[kind].includes(line)) faults.push(`undone, ${kind} lost: ${line.slice(0, 300)}`);
      for (const line of after[kind])
        if (!before[kind].includes(line)) faults.push(`undone, ${kind} more: ${line.slice(0, 300)}`);
    }
    const saved = lived.saved.flat().length;
    const counts = { operations: history.steps.length, saved, fell, labelled, found, astray };
    return { ...counts, target: Object.keys(asked)[0] ?? '', faults };
  } finally {
    await rm(root, { recursive: true, force: true });
    await rm(other, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const [count = '500', first = '1'] = process.argv.slice(2);
  const sums = { operations: 0, saved: 0, fell: 0, labelled: 0, found: 0, astray: 0 };
  const targets = new Map<string, number>();
  let faulty = 0;
  const tell = (histories: number) => {
    const { labelled, found, astray } = sums;
    const closure = { precision: found / Math.max(1, found + astray), recall: found / Math.max(1, labelled) };
    console.log(
      JSON.stringify({ histories, faulty, ...sums, closure, targets: Object.fromEntries(targets) }),
    );
  };
  for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
    const { faults, target, ...counts } = await compareHistory(seed);
    for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += counts[name];
    targets.set(target, (targets.get(target) ?? 0) + 1);
    if (faults.length > 0) {
      faulty++;
      // Differences of an item first, then of the answers that follow from it.
      const most = faults.toSorted((a, b) => Number(b.includes(': ["mem_')) - Number(a.includes(': ["mem_')));
      console.log(
        JSON.stringify({ seed, target, ...counts, all: faults.length, faults: most.slice(0, 8) }, null, 1),
      );
    }
    const done = seed - Number(first) + 1;
    if (done % 20 === 0 || done === Number(count)) tell(done);
  }
  process.exitCode = faulty === 0 ? 0 : 1;
}
