import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { placeOfFact, recallFact, writeFacts } from '../agent-memory-runs/recall-facts.ts';
import { toSample } from '../report.ts';
import { type Keeper, timed } from './open-keeper.ts';

export const NEW = 100;
const ROUNDS = 5;

/** Milliseconds of a consolidation after this many new memories: the median of several, each after memories that no run has seen. */
export async function measureConsolidation({ agent, vault, size }: Keeper): Promise<number> {
  await agent.consolidate();
  const times: number[] = [];
  let first = size + 1_000_000;
  // A vault that is kept contains the memories of earlier runs.
  while (existsSync(join(vault, placeOfFact(recallFact(first))))) first += NEW;
  for (let round = 0; round < ROUNDS; round++, first += NEW) {
    const from = first;
    await writeFacts(
      vault,
      Array.from({ length: NEW }, (_, i) => recallFact(from + i)),
    );
    await agent.memory.index();
    times.push(await timed(() => agent.consolidate()));
  }
  return toSample(times).median;
}
