/** A process that remembers: `remember-of.ts <vault> <name> <count>`. A third of its saves are common to all processes. */
import { openAgentMemory } from '../open-agent-memory.ts';
import { factOf } from './fact-of.ts';

const [root = '', name = '', count = '0'] = process.argv.slice(2);
await using agent = await openAgentMemory({ vault: root, agent: name, policy: { maxSavesPerSession: null } });
const session = await agent.session();
for (let i = 0; i < Number(count); i++) {
  const { decision, code, memoryId, target } = await session.remember({ content: factOf(name, i) });
  process.stdout.write(`${JSON.stringify({ content: factOf(name, i), decision, code, memoryId, target })}\n`);
}
