import { join } from 'node:path';
import { openAgentMemory } from '@memora/agent-memory';
import { recallFact, writeFacts } from '../agent-memory-runs/recall-facts.ts';
import type { Report } from '../report.ts';
import { timed } from './open-keeper.ts';

const ITEMS = 600;
/** One after the other in alternation, so that a slow minute affects both. */
const PART = 50;

/** Imports memories into one vault, and remembers the same in another. */
export async function measureImport(report: Report, folder: string): Promise<void> {
  const facts = Array.from({ length: ITEMS }, (_, i) => recallFact(i));
  const open = (name: string) =>
    openAgentMemory({
      vault: join(folder, name),
      env: { ...process.env, MEMORA_CONFIG_DIR: join(folder, 'config') },
      agent: 'bench',
      policy: { maxSavesPerSession: null },
    });
  for (const name of ['remembered', 'imported']) await writeFacts(join(folder, name), [recallFact(999_999)]);
  await using one = await open('remembered');
  await using other = await open('imported');
  for (const agent of [one, other]) await agent.memory.index();
  const session = await one.session();
  let [remembered, imported] = [0, 0];
  for (let from = 0; from < ITEMS; from += PART) {
    const part = facts.slice(from, from + PART);
    const items = part.map(({ id, content, entity }) => ({
      provider: 'bench',
      original: id,
      content,
      entity,
    }));
    const remember = async () => {
      remembered += await timed(async () => {
        for (const { content, entity } of part) await session.remember({ content, entity });
      });
    };
    const bringIn = async () => {
      imported += await timed(() => other.importMemories(items));
    };
    for (const act of from % (2 * PART) === 0 ? [remember, bringIn] : [bringIn, remember]) await act();
  }
  const baseline = { name: 'remember of the same', value: remembered };
  report.budget('import', report.compare(`import of ${ITEMS}, CPU`, imported, baseline), {
    max: 1.3,
    unit: '×',
  });
}
