import { openAgentMemory } from '@memora/agent-memory';
import { interleave, type Report } from '../report.ts';
import type { Facts } from './open-facts.ts';

/** Number of items that a pack considers. */
const LOOKED_AT = 15;

/** A pack compared with the recall that it contains. Times are processor times. */
export async function measurePack(report: Report, { vault, env, ask }: Facts): Promise<void> {
  await using agent = await openAgentMemory({ vault, env });
  const session = await agent.session({ client: 'bench' });
  let question = ask();
  const { pack, recall } = await interleave(
    {
      pack: () => session.context({ query: question, budget: 4_000 }),
      recall: () => agent.recall(question, { limit: LOOKED_AT }),
    },
    {
      rounds: 120,
      warmup: 40,
      processorTime: true,
      before: (name) => {
        if (name === 'pack') question = ask();
      },
    },
  );
  const ratio = report.compare('a pack, p50', pack, { name: 'the recall in it', value: recall });
  report.budget('a pack against its recall', ratio, { max: 1.5, unit: '×' });
}
