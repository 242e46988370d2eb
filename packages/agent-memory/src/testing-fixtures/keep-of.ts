/** A process that consolidates, rolls back or imports until it is killed: `keep-of.ts <vault> <consolidate|rollback|import> [bundle]`. Says when it begins. */
import { createReadStream } from 'node:fs';
import { openAgentMemory } from '../open-agent-memory.ts';

const [root = '', act = '', bundle = ''] = process.argv.slice(2);
await using agent = await openAgentMemory({ vault: root, now: () => new Date('2026-11-24T08:00:00Z') });
await agent.consolidate({ dryRun: true });
process.stdout.write('started\n');
if (act === 'consolidate') await agent.consolidate();
else if (act === 'rollback') await agent.rollback({ agent: 'helper' });
else await agent.importBundle(() => createReadStream(bundle));
process.stdout.write('done\n');
