/**
 * Remembers numbered facts with a bridge, corrects and forgets some, and writes them to the remote side until all are done: node queue-worker.ts VAULT
 * CONFIG-FOLDER COUNT. It may be killed at any moment; the next run continues.
 */
import { openAgentMemory } from '@memora/agent-memory';
import { openMemory } from '@memora/engine';
import { openBridges } from '../live/open-bridges.ts';
import { factOf, idOf, isForgotten, replacedBy } from './queue-facts.ts';

const [vault = '', configDir = '', count = '0'] = process.argv.slice(2);
const env = { MEMORA_CONFIG_DIR: configDir };
let next = 0;
const memory = await openMemory({ vault, env });
await memory.refresh({ first: true });
const bridges = openBridges(memory, () => agent, { env });
const agent = await openAgentMemory({
  memory,
  agent: 'worker',
  env,
  policy: { maxSavesPerSession: null },
  createId: () => idOf(next),
});
process.stdout.write('ready\n');

const { entries } = await agent.log();
const isDone = async (id: string): Promise<boolean> =>
  (await agent.get([id])).length > 0 ||
  entries.some(({ notes: [own], code }) => own === id && code === 'forgotten');
let errors = 0;
for (; next < Number(count); next++) {
  const id = idOf(next);
  if (!(await isDone(id))) {
    const older = replacedBy(next);
    const item = { content: factOf(next), privacy: 'public' } as const;
    try {
      await (older === null ? agent.remember(item) : agent.supersede(idOf(older), item));
    } catch {
      errors++;
    }
  }
  if (isForgotten(next) && (await agent.get([id])).length > 0) await agent.forget(id, { reason: 'a trial' });
  if (next % 5 === 4) await bridges.push();
}
for (let tries = 0; tries < 60; tries++) {
  const [done] = await bridges.sync({ retry: true });
  if (done !== undefined && done.pending.length + done.dead.length === 0) {
    process.stdout.write(
      `done ${JSON.stringify({ errors, doubtful: done.doubtful.length, refused: done.refused })}\n`,
    );
    break;
  }
}
await bridges.close();
await agent.close();
await memory.close();
