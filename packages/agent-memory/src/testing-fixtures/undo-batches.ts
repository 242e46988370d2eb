/**
 * `node --conditions=memora-source packages/agent-memory/src/testing-fixtures/undo-batches.ts [histories] [seed]`: runs a batch after a generated history: a
 * consolidation months later, an import, a sync over a bridge, a bundle of another memory, a rollback. Rolling it back must give every byte and state from
 * before; rolling that back must give those from after, and so on.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgentMemory, openAgentMemory } from '../index.ts';
import { bytesOfVault, describeVault } from './histories/describe-vault.ts';
import { liveHistory } from './histories/live-history.ts';
import { type History, makeHistory, sessionId } from './histories/make-history.ts';

export const ACTS = ['consolidate', 'import', 'sync', 'bundle', 'rollback'] as const;
const MONTHS_LATER = new Date('2027-03-24T08:00:00Z');

/** The effect of a batch, and the parts that were not undone. */
interface UndoneBatch {
  readonly act: (typeof ACTS)[number];
  /** False if there was nothing to do. */
  readonly isChanged: boolean;
  readonly faults: readonly string[];
}

/** Runs the first steps of a history, then one batch, and rolls it back and forth. */
export async function undoBatchOf(seed: number, most = 200): Promise<UndoneBatch> {
  const act = ACTS[seed % ACTS.length] ?? 'consolidate';
  const history = firstOf(makeHistory(seed), most);
  const [root, other] = [await mkdtemp(join(tmpdir(), 'undo-')), await mkdtemp(join(tmpdir(), 'other-'))];
  const faults: string[] = [];
  const look = async () => ({ bytes: await bytesOfVault(root), state: await describeVault(root) });
  const open = () =>
    openAgentMemory({
      ...{ vault: root, agent: 'helper', now: () => MONTHS_LATER },
      policy: { maxSavesPerSession: null, timeZone: 'UTC' },
    });
  const rollBack = async (batch: string | null): Promise<string | null> => {
    await using agent = await open();
    return batch === null ? null : (await agent.rollback({ batch })).batch;
  };
  try {
    await liveHistory(root, history, () => null);
    if (act === 'bundle') await liveHistory(other, firstOf(makeHistory(seed + 1_000), 12), () => null);
    const before = await look();
    let batch: string | null;
    {
      await using agent = await open();
      batch = await work(act, agent, { history, seed, other });
    }
    const after = await look();
    const undone = await rollBack(batch);
    compare('undone', before, await look(), faults);
    const again = await rollBack(undone);
    compare('done again', after, await look(), faults);
    await rollBack(again);
    compare('undone again', before, await look(), faults);
    return { act, isChanged: before.bytes.join('\n') !== after.bytes.join('\n'), faults };
  } finally {
    for (const folder of [root, other]) await rm(folder, { recursive: true, force: true });
  }
}

function firstOf(history: History, most: number): History {
  return { ...history, steps: history.steps.slice(0, most) };
}

async function work(
  act: UndoneBatch['act'],
  agent: AgentMemory,
  { history, seed, other }: { history: History; seed: number; other: string },
): Promise<string | null> {
  if (act === 'consolidate') return (await agent.consolidate()).batch;
  if (act === 'rollback')
    return (await agent.rollback(seed % 2 === 0 ? { agent: 'helper' } : { session: sessionId(0) })).batch;
  if (act === 'bundle') {
    await using from = await openAgentMemory({ vault: other });
    const parts: Uint8Array[] = [];
    for await (const part of from.exportBundle()) parts.push(part);
    return (
      await agent.importBundle(async function* () {
        yield* parts;
      })
    ).batch;
  }
  const facts = makeHistory(seed + 500).steps.flatMap((step) => ('fact' in step ? [step.fact] : []));
  const items = [...history.steps.flatMap((step) => ('fact' in step ? [step.fact] : [])), ...facts]
    .slice(-12)
    .map((content, n) => ({
      ...{ provider: 'letta', original: `${n}`, content },
      ...(act === 'sync' ? { isBridged: true } : {}),
    }));
  return (await agent.importMemories(items)).batch;
}

function compare(
  when: string,
  wanted: Readonly<Record<'bytes' | 'state', readonly string[]>>,
  found: Readonly<Record<'bytes' | 'state', readonly string[]>>,
  faults: string[],
): void {
  for (const kind of ['bytes', 'state'] as const) {
    for (const line of wanted[kind])
      if (!found[kind].includes(line)) faults.push(`${when}, ${kind} lost: ${line.slice(0, 300)}`);
    for (const line of found[kind])
      if (!wanted[kind].includes(line)) faults.push(`${when}, ${kind} more: ${line.slice(0, 300)}`);
  }
}

if (import.meta.main) {
  const [count = '100', first = '1'] = process.argv.slice(2);
  const sums: Record<string, { batches: number; changed: number; faulty: number }> = {};
  for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
    const { act, isChanged, faults } = await undoBatchOf(seed, 60);
    const sum = sums[act] ?? { batches: 0, changed: 0, faulty: 0 };
    sums[act] = sum;
    sum.batches++;
    if (isChanged) sum.changed++;
    if (faults.length > 0) {
      sum.faulty++;
      console.log(JSON.stringify({ seed, act, all: faults.length, faults: faults.slice(0, 6) }, null, 1));
    }
  }
  console.log(JSON.stringify(sums));
  process.exitCode = Object.values(sums).some(({ faulty }) => faulty > 0) ? 1 : 0;
}
